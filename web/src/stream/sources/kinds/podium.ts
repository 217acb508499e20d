import { animate, el } from "../../dom";
import { EASE_OUT, prefersReducedMotion } from "../../motion";
import { numbersOf } from "../numbers";
import { piece, pulse, type Rolling, rolling, setWords, words } from "../parts";
import type { Shape } from "../placement";
import { openPlate } from "../plate";
import { readNumber, readOneOf, readRows, readText } from "../read";
import { nameOnAir, type SourceState } from "../state";
import * as texts from "../texts/en";
import type { View } from "../view";
import "./podium.css";

const SHAPES: readonly [Shape, ...Shape[]] = [
  { name: "row", width: 44, height: 6.4 },
  { name: "card", width: 17, height: 14.5 },
];
const SWAP_MS = 720;
const PLACES = 3;

type Place = { name: string; isNamed: boolean; amount: number };
export type Podium = {
  board: "points" | "wagers";
  cycle: "week" | "month" | null;
  places: readonly Place[];
};

export function readPodium({ facts }: SourceState): Podium {
  return {
    board: readOneOf(facts.board, ["points", "wagers"]) ?? "points",
    cycle: readOneOf(facts.cycle, ["week", "month"]),
    places: readRows(facts.places, (row) => {
      const isNamed = row.isNamed === true;
      const name = nameOnAir(readText(row.name), isNamed);
      return name === "" ? null : { name, isNamed, amount: readNumber(row.amount) };
    }).slice(0, PLACES),
  };
}

type Step = { element: HTMLElement; who: HTMLElement; amount: Rolling; shown: string };

/** The first three of a leaderboard. A member who changes places moves there. */
export function open(page: HTMLElement): View {
  const plate = openPlate(page, "podium", SHAPES);
  const title = words("podium-title", "", 0.55);
  const cycle = words("eyebrow", "", 0.7);
  const steps: readonly Step[] = [1, 2, 3].map((rank) => {
    const who = words("podium-who", "", 0.55);
    const amount = rolling("podium-amount", "");
    const rankMark = el("span", "podium-rank", String(rank));
    const element = piece(
      el(
        "div",
        `podium-step podium-${rank}`,
        rankMark,
        el("div", "podium-words", who, amount.element),
      ),
    );
    return { element, who, amount, shown: "" };
  });
  const view = el(
    "section",
    "podium",
    piece(el("div", "podium-head", cycle, title)),
    el("div", "podium-steps", ...steps.map(({ element }) => element)),
  );

  /** Where the words of each name were, before they change. */
  const placesNow = () =>
    new Map(steps.map(({ shown, who }) => [shown, who.parentElement?.getBoundingClientRect()]));
  const move = (step: Step, from: DOMRect | undefined) => {
    const to = step.who.parentElement?.getBoundingClientRect();
    if (from === undefined || to === undefined || prefersReducedMotion()) return;
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (step.who.parentElement === null || (x === 0 && y === 0)) return;
    animate(step.who.parentElement, [{ transform: `translate(${x}px, ${y}px)` }, {}], {
      duration: SWAP_MS,
      easing: EASE_OUT,
    });
  };
  return {
    update: (state) => {
      const { board, cycle: period, places } = readPodium(state);
      if (places.length === 0) {
        plate.present(null);
        return;
      }
      const numbers = numbersOf(state.locale);
      const before = placesNow();
      plate.move(state.plate, state.isTest);
      setWords(
        title,
        board === "points"
          ? texts.pointsLeaderboard(capital(state.site.pointsName))
          : texts.wagerLeaderboard,
      );
      setWords(
        cycle,
        { week: texts.topOfWeek, month: texts.topOfMonth, none: texts.topThree }[period ?? "none"],
      );
      for (const [index, step] of steps.entries()) {
        const place = places[index];
        const isOther = step.shown !== (place?.name ?? "");
        step.shown = place?.name ?? "";
        setWords(step.who, place?.name ?? texts.freePlace);
        step.who.classList.toggle("unnamed", place?.isNamed !== true);
        step.amount.set(
          place === undefined
            ? ""
            : board === "points"
              ? numbers.short(place.amount)
              : numbers.dollars(place.amount),
        );
        if (!isOther || !plate.isShown() || place === undefined) continue;
        const from = before.get(place.name);
        if (from === undefined) pulse(step.element);
        else move(step, from);
      }
      plate.present("podium", () => view);
      plate.fit();
    },
    isQuiet: () => true,
    close: plate.close,
  };
}

function capital(text: string): string {
  const [first = "", ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join("");
}
