import { artOf, paints } from "../../art";
import { el } from "../../dom";
import type { Scene } from "../../scenes";
import { burst } from "../confetti";
import { type Numbers, numbersOf } from "../numbers";
import { nameWords, piece, shine, words } from "../parts";
import type { Shape } from "../placement";
import { openPlate } from "../plate";
import { createQueue } from "../queue";
import { readNames, readRows, readWithin } from "../read";
import { playAlert, setVolume } from "../sound";
import { type Happening, namedAsIn, readHappening, type Site, type SourceState } from "../state";
import * as texts from "../texts/en";
import type { View } from "../view";
import "./alerts.css";

const SHAPES: readonly [Shape, ...Shape[]] = [
  { name: "wide", width: 30, height: 9.6 },
  { name: "tall", width: 16, height: 15 },
];
const SHOWN = ["winner", "challenge", "win", "linked"] as const;
/** Between two announcements. */
const GAP_MS = 700;
/** With more than this many waiting each is shown for half of its time, but for this at least. */
const CROWD = 10;
const LEAST_MS = 3_000;
/** An announcement that the page has missed is shown later for so long. */
const MISSED_MS = 10 * 60_000;

type Options = { shows: readonly string[]; least: number; shownMs: number };

export function readOptions({ options }: SourceState): Options {
  return {
    shows: readNames(options.shows, SHOWN),
    least: readWithin(options.leastMultiplier, [2, 100_000], 50),
    shownMs: readWithin(options.seconds, [3, 30], 8) * 1_000,
  };
}

export function isShown({ kind, multiplier, isTest }: Happening, options: Options): boolean {
  if (isTest) return true;
  return options.shows.includes(kind) && (kind !== "win" || multiplier >= options.least);
}

export function open(page: HTMLElement): View {
  const plate = openPlate(page, "alerts", SHAPES);
  const queue = createQueue();
  let state: SourceState | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  /** What is shown, unless it is just leaving. */
  let shown: Happening | null = null;
  page.append(paints());

  const present = (happening: Happening, { site, locale }: SourceState) =>
    plate.present(`${happening.id} ${happening.name}`, () =>
      alertView(happening, site, numbersOf(locale)),
    );
  const next = () => {
    // What nobody can see waits, and is not lost.
    if (isBusy || state === null || document.hidden) return;
    const happening = queue.next();
    if (happening === null) return;
    isBusy = true;
    shown = happening;
    plate.move(state.plate, happening.isTest);
    present(happening, state);
    shine(plate.element);
    if (happening.kind === "winner" || happening.kind === "win") burst(plate.element);
    setVolume(state.volume / 100);
    playAlert(happening.kind);
    const { shownMs } = readOptions(state);
    const time = queue.size() > CROWD ? Math.max(LEAST_MS, shownMs / 2) : shownMs;
    timer = setTimeout(() => {
      shown = null;
      plate.present(null);
      timer = setTimeout(() => {
        isBusy = false;
        next();
      }, GAP_MS);
    }, time);
  };
  /** What the software stops showing before its time is shown again, in full. */
  const seeVisibility = () => {
    if (document.hidden && shown !== null) {
      clearTimeout(timer);
      queue.putBack(shown);
      shown = null;
      isBusy = false;
      plate.present(null);
    }
    next();
  };
  /** Names follow the consent, and what was missed without the connection is shown. A page begins with what is new. */
  const follow = (newer: SourceState, isFirst: boolean) => {
    const listed = readRows(newer.facts.items, readHappening);
    if (isFirst) return queue.skip(listed);
    queue.change((waiting) => namedAsIn(listed, waiting));
    const current = shown && namedAsIn(listed, shown);
    if (current !== null && current.name !== shown?.name) {
      shown = current;
      present(current, newer);
    }
    const isMissed = (one: Happening) =>
      newer.now - one.at < MISSED_MS && isShown(one, readOptions(newer));
    const missed = listed.filter(isMissed);
    for (let one = missed.pop(); one !== undefined; one = missed.pop()) queue.add(one);
  };
  document.addEventListener("visibilitychange", seeVisibility);
  return {
    update: (newer) => {
      const isFirst = state === null;
      state = newer;
      plate.move(newer.plate, shown?.isTest === true);
      // The editor and older servers send no list.
      if (Array.isArray(newer.facts.items)) follow(newer, isFirst);
      next();
    },
    happen: (happening) => {
      if (state === null || !isShown(happening, readOptions(state))) return;
      queue.add(happening);
      next();
    },
    isQuiet: () => !isBusy && queue.size() === 0,
    close: () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seeVisibility);
      plate.close();
    },
  };
}

const ART: Readonly<Record<string, Scene>> = {
  winner: "giveaways",
  challenge: "challenges",
  win: "points",
  linked: "intro",
};

/** A longer text takes the whole width, below the name and a smaller picture. */
const LONG_TEXT = 60;

function alertView(happening: Happening, site: Site, numbers: Numbers): HTMLElement {
  const { kind, name, isNamed } = happening;
  const figure = piece(el("div", "alert-figure", artOf(ART[kind] ?? "intro")));
  const label = piece(words("eyebrow", labelOf(happening), 0.8));
  const said = textOf(happening, site, numbers);
  const text = piece(words("alert-text two-lines three-lines", said, 0.6));
  const isLong = said.length > LONG_TEXT;
  const who = piece(nameWords("alert-name", name, isNamed, isLong ? 0.45 : 0.55));
  if (!isLong)
    return el("section", `alert alert-${kind}`, figure, el("div", "alert-words", label, who, text));
  return el(
    "section",
    `alert alert-long alert-${kind}`,
    figure,
    el("div", "alert-words", label, who),
    text,
  );
}

function labelOf({ kind }: Happening): string {
  if (kind === "winner") return texts.winnerAlert;
  if (kind === "challenge") return texts.challengeAlert;
  return kind === "win" ? texts.winAlert : texts.linkedAlert;
}

function textOf(
  { kind, title, amount, multiplier }: Happening,
  site: Site,
  numbers: Numbers,
): string {
  const points = texts.pointCount(
    numbers.short(amount),
    amount === 1 ? site.pointsOne : site.pointsName,
  );
  if (kind === "winner") return texts.wins(title);
  if (kind === "linked") return texts.linkedText;
  if (kind === "win") {
    const times = texts.times(numbers.times(multiplier));
    const won = title === "" ? texts.wonTimesOnly(times) : texts.wonTimes(title, times);
    return amount > 0 ? `${won} · ${texts.plus(points)}` : won;
  }
  return amount > 0 ? `${title} · ${texts.plus(points)}` : title;
}
