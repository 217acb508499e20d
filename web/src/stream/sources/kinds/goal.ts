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
  const target = words("goal-target", "", 0.55);
  const percent = rolling("goal-percent", "0%");
  const fill = el("i", "goal-fill");
  const view = el(
    "section",
    "goal",
    title,
    piece(el("div", "goal-amounts", value.element, target)),
    piece(el("div", "goal-line", el("div", "goal-bar", fill), percent.element)),
  );
  let shownShare = 0;
  let isFirst = true;
  let growing: Animation | null = null;

  const grow = (share: number) => {
    if (share === shownShare) return;
    const from = `translateX(${(shownShare - 1) * 100}%)`;
    const to = `translateX(${(share - 1) * 100}%)`;
    const isReached = share >= 1 && !isFirst;
    shownShare = share;
    fill.style.transform = to;
    growing = prefersReducedMotion()
      ? null
      : animate(fill, [{ transform: from }, { transform: to }], {
          duration: GROW_MS,
          easing: EASE_OUT,
        });
    if (!isReached) return;
    shine(plate.element);
    burst(plate.element);
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
      setWords(target, goal.share >= 1 ? texts.reached : texts.goalOf(unit));
      view.classList.toggle("goal-reached", goal.share >= 1);
      value.set(numbers.short(goal.value));
      percent.set(numbers.percent(goal.share));
      plate.present("goal", () => view);
      plate.fit();
      grow(goal.share);
      isFirst = false;
    },
    isQuiet: () => growing?.playState !== "running",
    close: plate.close,
  };
}
