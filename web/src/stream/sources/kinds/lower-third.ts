import { serverNow } from "@/wire/server-clock";
import { el } from "../../dom";
import { openCountdown } from "../countdown";
import { type Clock, clockWords, piece, words } from "../parts";
import type { Shape } from "../placement";
import { openPlate } from "../plate";
import { readFields, readOneOf, readText, readTime } from "../read";
import type { SourceState } from "../state";
import * as texts from "../texts/en";
import type { View } from "../view";
import "./lower-third.css";

const SHAPES: readonly [Shape, ...Shape[]] = [
  { name: "wide", width: 38, height: 4.7 },
  { name: "card", width: 17, height: 8 },
];

/** A new build is loaded when what is shown has only just changed, or has been shown for so long. */
const NEW_MS = 1_100;
const LONG_MS = 3 * 60_000;

export type Lower =
  | { what: "line"; text: string; endsAt: number | null }
  | { what: "giveaway_ends" | "giveaway_starts"; title: string; at: number };

/** The typed line, or what comes next; null for neither, or when its time is over. */
export function readLower(state: SourceState, now: number): Lower | null {
  const line = readFields(state.facts.line);
  const text = readText(line.text);
  const endsAt = readTime(line.endsAt);
  if (text !== "" && (endsAt === null || endsAt > now)) return { what: "line", text, endsAt };
  if (state.options.showsNext === false) return null;
  const next = readFields(state.facts.next);
  const what = readOneOf(next.what, ["giveaway_ends", "giveaway_starts"]);
  const at = readTime(next.at);
  if (what === null || at === null || at <= now) return null;
  return { what, title: readText(next.title), at };
}

export function open(page: HTMLElement): View {
  const plate = openPlate(page, "lower-third", SHAPES);
  let state: SourceState | null = null;
  let isLive = true;
  let changedAt = 0;
  /** Null while a typed line is shown, whose time is not. */
  let clock: Clock | null = null;
  const countdown = openCountdown((text, left) => {
    if (clock?.set(text) === true) plate.fit();
    // The time is over before the server says so.
    if (left === 0) show();
  });

  const present = (key: string, build: () => HTMLElement) => {
    if (plate.present(key, build)) changedAt = Date.now();
  };
  const show = () => {
    const lower = state === null || !isLive ? null : readLower(state, serverNow());
    countdown.to(null);
    if (state === null || lower === null) {
      plate.present(null);
      return;
    }
    plate.move(state.plate, state.isTest);
    if (lower.what === "line") {
      clock = null;
      present(`line:${lower.text}`, () => lineView(lower.text));
      countdown.to(lower.endsAt);
      return;
    }
    present(`${lower.what} ${lower.title}`, () => {
      clock = clockWords("lower-clock");
      const label = lower.what === "giveaway_ends" ? texts.giveawayEndsIn : texts.giveawayStartsIn;
      return nextView(label, lower.title, clock.element);
    });
    countdown.to(lower.at);
    plate.fit();
  };
  return {
    update: (newer, live) => {
      state = newer;
      isLive = live;
      show();
    },
    isQuiet: () => {
      const shownMs = Date.now() - changedAt;
      return !plate.isShown() || shownMs < NEW_MS || shownMs > LONG_MS;
    },
    close: () => {
      countdown.close();
      plate.close();
    },
  };
}

function lineView(text: string): HTMLElement {
  return el(
    "section",
    "lower lower-line",
    piece(words("lower-text two-lines three-lines", text, 0.4)),
  );
}

function nextView(label: string, title: string, clock: HTMLElement): HTMLElement {
  return el(
    "section",
    "lower lower-next",
    el(
      "div",
      "lower-words",
      piece(words("eyebrow", label, 0.7)),
      piece(words("lower-title", title, 0.55)),
    ),
    piece(el("div", "lower-tile", clock)),
  );
}
