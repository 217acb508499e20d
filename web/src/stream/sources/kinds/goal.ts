import { animate, el } from "../../dom";
import { EASE_OUT, prefersReducedMotion } from "../../motion";
import { burst } from "../confetti";
import { toWrap } from "../fitting";
import { numbersOf } from "../numbers";
import { piece, rolling, setWords, shine, words } from "../parts";
import type { Shape } from "../placement";
import { openPlate } from "../plate";
import { readNumber, readOneOf, readText, readWithin } from "../read";
import type { SourceState } from "../state";
import * as texts from "../texts/en";
import type { View } from "../view";
import "./goal.css";

const SHAPES: readonly [Shape, ...Shape[]] = [
  { name: "bar", width: 32, height: 4.8 },
  { name: "card", width: 15, height: 7.4 },
];
const GROW_MS = 1_200;
const MOST = 1e12;

export type Goal = {
  title: string;
  value: number;
  target: number;
  /** From 0 to 1. */
  share: number;
  counts: "points" | "members" | "number";
};

export function readGoal({ options, facts }: SourceState): Goal {
  const startsAt = readWithin(options.startsAt, [0, MOST], 0);
  const target = readWithin(options.target, [1, MOST], 1);
  const counts = readOneOf(options.counts, ["points", "members", "number"]) ?? "number";
  const value = Math.max(0, readNumber(facts.value, startsAt) - startsAt);
  return {
    title: readText(options.title, texts.goal),
    value,
    target,
    share: Math.min(1, value / target),
    counts,
  };
}

export function open(page: HTMLElement): View {
  const plate = openPlate(page, "goal", SHAPES);
  const title = piece(toWrap(words("goal-title", "", 0.5)));
  const value = rolling("goal-value", "0");
  const target = words("goal-target", "", 0.6);
  const percent = rolling("goal-percent", "0%");
  const fill = el("i", "goal-fill");
  fill.style.transform = "translateX(-100%)";
  const view = el(
    "section",
    "goal",
    title,
    piece(el("div", "goal-amounts", value.element, target)),
    piece(el("div", "goal-line", el("div", "goal-bar", fill), percent.element)),
  );
  let shownShare = 0;
  /** Whether less than the goal was shown before, so that reaching it is news. */
  let hadLess = false;
  let wanted = "";
  let growing: Animation | null = null;

  const showReached = (isReached: boolean) => {
    setWords(target, isReached ? texts.reached : wanted);
    view.classList.toggle("goal-reached", isReached);
    plate.fit();
  };
  /** The bar is where it belongs: a goal is reached now and not before. */
  const arrive = () => {
    growing = null;
    const isReached = shownShare >= 1;
    showReached(isReached);
    if (!isReached || !hadLess) return;
    hadLess = false;
    shine(plate.element);
    burst(plate.element);
  };
  const grow = (share: number) => {
    if (share === shownShare) return;
    // A bar that still grows goes on from where it is.
    const from = growing === null ? fill.style.transform : getComputedStyle(fill).transform;
    const to = `translateX(${(share - 1) * 100}%)`;
    shownShare = share;
    fill.style.transform = to;
    growing?.cancel();
    growing = prefersReducedMotion()
      ? null
      : animate(fill, [{ transform: from }, { transform: to }], {
          duration: GROW_MS,
          easing: EASE_OUT,
        });
    if (growing === null) arrive();
    else growing.addEventListener("finish", arrive, { once: true });
  };
  return {
    update: (state) => {
      const goal = readGoal(state);
      const numbers = numbersOf(state.locale);
      const amount = numbers.short(goal.target);
      const unit = {
        points: texts.pointCount(amount, state.site.pointsName),
        members: texts.membersCount(amount),
        number: amount,
      }[goal.counts];
      plate.move(state.plate, state.isTest);
      setWords(title, goal.title);
      wanted = texts.goalOf(unit);
      value.set(numbers.short(goal.value));
      percent.set(numbers.percent(goal.share));
      plate.present("goal", () => view);
      plate.fit();
      if (goal.share < 1) hadLess = true;
      if (growing === null || goal.share < 1)
        showReached(goal.share >= 1 && goal.share === shownShare);
      grow(goal.share);
    },
    isQuiet: () => growing === null,
    close: plate.close,
  };
}
