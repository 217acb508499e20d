import { el } from "../../dom";
import { type Numbers, numbersOf } from "../numbers";
import { piece, pulse, rolling, setWords, shine, stat, words } from "../parts";
import type { Shape } from "../placement";
import { openPlate } from "../plate";
import { type Fields, isFields, readNumber, readOneOf, readText } from "../read";
import type { SourceState } from "../state";
import * as texts from "../texts/en";
import type { View } from "../view";
import "./hunt.css";

const SHAPES: readonly [Shape, ...Shape[]] = [
  { name: "wide", width: 44, height: 9 },
  { name: "card", width: 19, height: 18 },
];

type Slot = { name: string; provider: string; bet: number; caller: string };
type Opened = { name: string; times: number; win: number };
export type Hunt = {
  id: string;
  name: string;
  status: "preparing" | "active" | "completed";
  starting: number;
  won: number;
  profit: number;
  opened: number;
  total: number;
  required: number;
  average: number;
  current: Slot | null;
  best: Opened | null;
  last: Opened | null;
};

export function readHunt({ facts }: SourceState): Hunt | null {
  const { hunt } = facts;
  if (!isFields(hunt)) return null;
  return {
    id: readText(hunt.id),
    name: readText(hunt.name, texts.bonusHunt),
    status: readOneOf(hunt.status, ["preparing", "active", "completed"]) ?? "active",
    starting: readNumber(hunt.starting),
    won: readNumber(hunt.won),
    profit: readNumber(hunt.profit),
    opened: readNumber(hunt.opened),
    total: readNumber(hunt.total),
    required: readNumber(hunt.required),
    average: readNumber(hunt.average),
    current: isFields(hunt.current) ? readSlot(hunt.current) : null,
    best: isFields(hunt.best) ? readOpened(hunt.best) : null,
    last: isFields(hunt.last) ? readOpened(hunt.last) : null,
  };
}

const readSlot = (slot: Fields): Slot => ({
  name: readText(slot.name),
  provider: readText(slot.provider),
  bet: readNumber(slot.bet),
  caller: readText(slot.caller),
});
const readOpened = (slot: Fields): Opened => ({
  name: readText(slot.name),
  times: readNumber(slot.times),
  win: readNumber(slot.win),
});

/** A bonus hunt: what is opened now, and how far it is. */
export function open(page: HTMLElement): View {
  const plate = openPlate(page, "hunt", SHAPES);
  const view = buildView();
  let shown: Hunt | null = null;

  const show = (hunt: Hunt, state: SourceState) => {
    const numbers = numbersOf(state.locale);
    view.show(hunt, numbers);
    plate.present("hunt", () => view.element);
    plate.fit();
    const isSame = shown?.id === hunt.id;
    if (isSame && shown !== null && hunt.opened > shown.opened) {
      pulse(view.now);
      if (hunt.best?.name !== shown.best?.name || hunt.status === "completed") shine(plate.element);
    }
    shown = hunt;
  };
  return {
    update: (state) => {
      const hunt = readHunt(state);
      plate.move(state.plate, state.isTest);
      if (hunt === null) {
        shown = null;
        plate.present(null);
      } else {
        show(hunt, state);
      }
    },
    isQuiet: () => true,
    close: plate.close,
  };
}

function buildView() {
  const name = words("hunt-name", "", 0.5);
  const label = words("eyebrow", "", 0.7);
  const slot = words("hunt-slot two-lines", "", 0.5);
  const about = words("hunt-about", "", 0.6);
  const count = rolling("hunt-count", "");
  const fill = el("i", "hunt-fill");
  const starting = stat(texts.start, "", "stat-plan");
  const profit = stat(texts.profit, "", "stat-result");
  const needed = stat(texts.needed, "");
  const average = stat(texts.average, "", "stat-result");
  const best = stat(texts.best, "", "stat-result");
  const now = piece(el("div", "hunt-now", label, slot, about));
  const element = el(
    "section",
    "hunt",
    piece(
      el(
        "div",
        "hunt-head",
        name,
        el("div", "hunt-progress", el("div", "hunt-bar", fill), count.element),
      ),
    ),
    now,
    el("div", "hunt-stats", ...[starting, profit, needed, average, best].map((one) => one.element)),
  );
  const show = (hunt: Hunt, numbers: Numbers) => {
    const { total, opened, current, last } = hunt;
    setWords(name, hunt.name);
    count.set(texts.opened(numbers.whole(opened), numbers.whole(total)));
    const share = total === 0 ? 0 : Math.min(1, opened / total);
    fill.style.transform = `translateX(${(share - 1) * 100}%)`;
    const times = (value: number) => texts.times(numbers.times(value));
    if (hunt.status === "preparing") {
      setWords(label, texts.startsSoon);
      setWords(slot, total === 0 ? texts.collecting : texts.collected(numbers.whole(total), total));
      setWords(about, "");
    } else if (hunt.status === "active" && current !== null) {
      setWords(label, texts.opening);
      setWords(slot, current.name);
      setWords(about, aboutOf(current, numbers));
    } else if (hunt.status === "completed") {
      setWords(label, texts.huntComplete);
      setWords(slot, `${texts.won} ${numbers.dollars(hunt.won)}`);
      setWords(about, `${texts.start} ${numbers.dollars(hunt.starting)}`);
    } else {
      setWords(label, texts.startsSoon);
      setWords(slot, current?.name ?? texts.waitingForNext);
      setWords(about, current === null ? "" : aboutOf(current, numbers));
    }
    if (last !== null && hunt.status === "active" && current === null)
      setWords(about, `${last.name} ${times(last.times)}`);
    element.dataset.status = hunt.status;
    starting.set(numbers.dollars(hunt.starting));
    profit.set(
      numbers.signedDollars(hunt.profit),
      opened === 0 ? "" : hunt.profit >= 0 ? "good" : "bad",
    );
    needed.set(times(hunt.required));
    average.set(times(hunt.average));
    best.set(hunt.best === null ? "-" : times(hunt.best.times));
  };
  return { element, now, show };
}

function aboutOf({ provider, bet, caller }: Slot, numbers: Numbers): string {
  return [
    provider,
    bet > 0 ? texts.betOf(numbers.dollars(bet)) : "",
    caller === "" ? "" : texts.calledBy(caller),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
