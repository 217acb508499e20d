import { animate, el } from "../../dom";
import { EASE_OUT, prefersReducedMotion } from "../../motion";
import { type Numbers, numbersOf } from "../numbers";
import { nameWords, piece, pulse, type Rolling, rolling, setWords, words } from "../parts";
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

/** What is shown of a member. It moves with the member, so that an amount never is beside another name. */
type Entry = { name: string; element: HTMLElement; who: HTMLElement; amount: Rolling };

function makeEntry(name: string): Entry {
  const who = nameWords("podium-who", name === "" ? texts.freePlace : name);
  const amount = rolling("podium-amount", "");
  return { name, element: el("div", "podium-words", who, amount.element), who, amount };
}

/** The first three of a leaderboard. A member who changes places moves there. */
export function open(page: HTMLElement): View {
  const plate = openPlate(page, "podium", SHAPES);
  const title = words("podium-title", "", 0.55);
  const cycle = words("eyebrow", "", 0.7);
  const steps = [1, 2, 3].map((rank) =>
    piece(el("div", `podium-step podium-${rank}`, el("span", "podium-rank", String(rank)))),
  );
  const view = el(
    "section",
    "podium",
    piece(el("div", "podium-head", cycle, title)),
    el("div", "podium-steps", ...steps),
  );
  let entries: readonly Entry[] = [];

  /** Puts the members on their steps. Masked names can be the same: each entry is taken once. */
  const place = ({ board, places }: Podium, numbers: Numbers) => {
    const left = [...entries];
    const before = new Map(left.map((entry) => [entry, entry.element.getBoundingClientRect()]));
    const isShown = plate.isShown();
    entries = steps.map((step, index) => {
      const { name = "", isNamed = false, amount = 0 } = places[index] ?? {};
      const known = left.findIndex((entry) => entry.name === name);
      const entry = (known < 0 ? undefined : left.splice(known, 1)[0]) ?? makeEntry(name);
      entry.who.classList.toggle("unnamed", !isNamed);
      const text = board === "points" ? numbers.short(amount) : numbers.dollars(amount);
      entry.amount.set(name === "" ? "" : text);
      if (entry.element.parentElement !== step) {
        step.querySelector(".podium-words")?.remove();
        step.append(entry.element);
      }
      return entry;
    });
    if (!isShown) return;
    for (const entry of entries) {
      const from = before.get(entry);
      if (from !== undefined) move(entry.element, from);
      else if (entry.element.parentElement !== null) pulse(entry.element.parentElement);
    }
  };
  return {
    update: (state) => {
      const podium = readPodium(state);
      const { board, cycle: period } = podium;
      if (podium.places.length === 0) {
        plate.present(null);
        return;
      }
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
      place(podium, numbersOf(state.locale));
      plate.present("podium", () => view);
      plate.fit();
    },
    isQuiet: () => true,
    close: plate.close,
  };
}

/** Moves an entry to its step from where it was. */
function move(element: HTMLElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (prefersReducedMotion() || (x === 0 && y === 0)) return;
  animate(element, [{ transform: `translate(${x}px, ${y}px)` }, {}], {
    duration: SWAP_MS,
    easing: EASE_OUT,
  });
}

function capital(text: string): string {
  const [first = "", ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join("");
}
