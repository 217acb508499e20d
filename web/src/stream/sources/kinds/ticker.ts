import { animate, el } from "../../dom";
import { EASE_OUT, prefersReducedMotion } from "../../motion";
import { icon } from "../icons";
import { type Numbers, numbersOf } from "../numbers";
import { words } from "../parts";
import type { Shape } from "../placement";
import { openPlate } from "../plate";
import { readNames, readRows, readWithin } from "../read";
import { createRing } from "../ring";
import { type Happening, readHappening, type Site, type SourceState } from "../state";
import * as texts from "../texts/en";
import type { View } from "../view";
import "./ticker.css";

const SHAPES: readonly [Shape, ...Shape[]] = [{ name: "strip", width: 20, height: 3.1 }];
/** The width of an item and of the part before the items, in em. */
const ITEM = 16.5;
const HEAD = 8.5;
const EDGE = 1;
const MOVE_MS = 780;
const SHOWN = ["win", "claim", "purchase", "member"] as const;

type Options = { shows: readonly string[]; least: number; itemMs: number };

function readOptions({ options }: SourceState): Options {
  return {
    shows: readNames(options.shows, SHOWN),
    least: readWithin(options.leastMultiplier, [2, 100_000], 10),
    itemMs: readWithin(options.itemSeconds, [2, 60], 6) * 1_000,
  };
}

/** Whether an event belongs into the ticker. */
export function isShown({ kind, multiplier, isTest }: Happening, options: Options): boolean {
  if (isTest) return true;
  return options.shows.includes(kind) && (kind !== "win" || multiplier >= options.least);
}

export function open(page: HTMLElement): View {
  const plate = openPlate(page, "ticker", SHAPES);
  const row = el("div", "ticker-row");
  const name = words("ticker-name", "", 0.5);
  const view = el(
    "section",
    "ticker",
    el("div", "ticker-head", name),
    el("div", "ticker-window", row),
  );
  const ring = createRing();
  let state: SourceState | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let moving: Animation | null = null;

  /** The name of the site gives its place to the only item of a narrow strip. */
  const head = () => (plate.room() < HEAD + EDGE + ITEM ? 0 : HEAD);
  const slots = () => Math.max(1, Math.floor((plate.room() - head() - EDGE) / ITEM));
  const make = (happening: Happening) => {
    if (state === null) return el("div", "ticker-item");
    return itemView(happening, numbersOf(state.locale), state.site);
  };
  const fill = () => {
    const items = ring.first(slots());
    row.style.setProperty("--slots", String(Math.max(1, items.length)));
    // Few items do not need the whole width.
    plate.limit(items.length < slots() ? head() + EDGE + items.length * ITEM : Infinity);
    view.classList.toggle("ticker-narrow", head() === 0);
    row.replaceChildren(...items.map(make));
    plate.fit();
  };
  /** The first item leaves, the next one comes in, and the others move up. */
  const step = () => {
    const next = ring.step();
    if (next === null) return;
    const element = make(next);
    row.append(element);
    plate.fit();
    const end = () => {
      while (row.childElementCount > slots()) row.firstElementChild?.remove();
      moving = null;
    };
    if (row.childElementCount <= slots()) return;
    moving = moveUp(row, element);
    if (moving === null) end();
    else moving.addEventListener("finish", end, { once: true });
  };
  const later = () => {
    clearTimeout(timer);
    if (state === null || !ring.canStep()) return;
    timer = setTimeout(() => {
      step();
      later();
    }, readOptions(state).itemMs);
  };
  const present = () => {
    if (state === null || ring.size() === 0) {
      clearTimeout(timer);
      plate.present(null);
      return;
    }
    if (plate.present("ticker", () => view)) fill();
    later();
  };
  plate.onShape(fill);
  window.addEventListener("resize", fill);
  return {
    update: (newer) => {
      const options = readOptions(newer);
      const isOther =
        JSON.stringify([state?.plate, state?.locale, state?.options]) !==
        JSON.stringify([newer.plate, newer.locale, newer.options]);
      state = newer;
      plate.move(newer.plate, newer.isTest);
      name.textContent = newer.site.name === "" ? texts.live : newer.site.name;
      const items = readRows(newer.facts.items, readHappening).filter((one) =>
        isShown(one, options),
      );
      const isChanged = ring.replace(items, slots());
      if (isOther || isChanged) fill();
      present();
    },
    happen: (happening) => {
      if (state === null || !isShown(happening, readOptions(state))) return;
      if (!ring.add(happening, slots())) return;
      if (!plate.isShown() || row.childElementCount < slots()) fill();
      present();
    },
    isQuiet: () => moving === null,
    close: () => {
      clearTimeout(timer);
      window.removeEventListener("resize", fill);
      plate.close();
    },
  };
}

/** Moves the row by one item, while the last one comes in. */
function moveUp(row: HTMLElement, last: HTMLElement): Animation | null {
  if (prefersReducedMotion()) return null;
  const width = row.firstElementChild?.getBoundingClientRect().width ?? 0;
  animate(last, [{ opacity: 0 }, { opacity: 1 }], { duration: MOVE_MS, easing: EASE_OUT });
  return animate(row, [{ transform: "none" }, { transform: `translateX(${-width}px)` }], {
    duration: MOVE_MS,
    easing: "cubic-bezier(.6, 0, .2, 1)",
  });
}

function itemView(happening: Happening, numbers: Numbers, site: Site): HTMLElement {
  const { kind, name, isNamed } = happening;
  const who = words("ticker-who", name, 0.62);
  who.classList.toggle("unnamed", !isNamed);
  const item = el(
    "div",
    `ticker-item ticker-${kind}`,
    el("span", "ticker-icon", icon(kind)),
    el("div", "ticker-words", who, words("ticker-did", didText(happening, numbers), 0.72)),
  );
  if (happening.amount > 0 && kind !== "member") item.append(amountView(happening, numbers, site));
  return item;
}

function didText({ kind, title, multiplier }: Happening, numbers: Numbers): string {
  const times = texts.times(numbers.times(multiplier));
  if (kind === "win")
    return title === "" ? texts.wonTimesOnly(times) : texts.wonTimes(title, times);
  if (kind === "claim") return texts.claimed;
  if (kind === "purchase") return title === "" ? texts.boughtItem : texts.bought(title);
  return texts.joined;
}

/** Points with what they are of: a price for what was bought, a gain for the rest. */
function amountView({ kind, amount }: Happening, numbers: Numbers, site: Site): HTMLElement {
  const count = numbers.short(amount);
  return el(
    "div",
    "ticker-amount",
    words("ticker-points", kind === "purchase" ? count : texts.plus(count), 0.6),
    words("ticker-unit", amount === 1 ? site.pointsOne : site.pointsName, 0.6),
  );
}
