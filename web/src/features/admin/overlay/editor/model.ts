import { isValues, listOf, type Values } from "../../settings/values";
import type { Plate } from "./geometry";

export const KINDS = [
  "banner",
  "lower_third",
  "ticker",
  "podium",
  "giveaway",
  "hunt",
  "goal",
  "alerts",
  "round",
] as const;
export type Kind = (typeof KINDS)[number];

/** An option of a kind: what it may be, and what a new source begins with. */
export type OptionRule =
  | { type: "number"; min: number; max: number; start: number; unit?: "seconds" | "times" }
  | { type: "switch"; start: boolean }
  | { type: "choice"; values: readonly string[]; start: string }
  | { type: "list"; values: readonly string[]; start: readonly string[]; isOrdered: boolean }
  | { type: "text"; min: number; max: number; start: string };

const seconds = (min: number, max: number, start: number): OptionRule => ({
  type: "number",
  min,
  max,
  start,
  unit: "seconds",
});
const multiplier = (start: number): OptionRule => ({
  type: "number",
  min: 2,
  max: 100_000,
  start,
  unit: "times",
});
const amount = (min: number, start: number): OptionRule => ({
  type: "number",
  min,
  max: 1_000_000_000_000,
  start,
});
const list = (values: readonly string[], isOrdered = false): OptionRule => ({
  type: "list",
  values,
  start: values,
  isOrdered,
});
const choice = (...values: readonly [string, ...string[]]): OptionRule => ({
  type: "choice",
  values,
  start: values[0],
});

type KindRules = {
  /** Where a new source stands. */
  plate: Plate;
  /** Whether single events make it move, as opposed to a state. */
  hasEvents: boolean;
  options: Readonly<Record<string, OptionRule>>;
};

/** What each kind has; the server decides by the same limits. */
export const rules: Readonly<Record<Kind, KindRules>> = {
  banner: {
    plate: { x: 250, y: 740, width: 1420, height: 310 },
    hasEvents: false,
    options: {
      scenes: list(["site", "challenges", "giveaways", "points", "sign_up"], true),
      scene_seconds: seconds(2, 60, 4),
      rest_seconds: seconds(0, 3600, 60),
    },
  },
  lower_third: {
    plate: { x: 80, y: 880, width: 1000, height: 120 },
    hasEvents: false,
    options: { shows_next: { type: "switch", start: true } },
  },
  ticker: {
    plate: { x: 0, y: 1000, width: 1920, height: 80 },
    hasEvents: true,
    options: {
      shows: list(["win", "claim", "purchase", "member"]),
      least_multiplier: multiplier(10),
      item_seconds: seconds(2, 60, 6),
    },
  },
  podium: {
    plate: { x: 1400, y: 40, width: 480, height: 360 },
    hasEvents: false,
    options: { board: choice("points", "wagers") },
  },
  giveaway: {
    plate: { x: 40, y: 40, width: 560, height: 320 },
    hasEvents: false,
    options: {},
  },
  hunt: { plate: { x: 40, y: 380, width: 480, height: 320 }, hasEvents: false, options: {} },
  goal: {
    plate: { x: 560, y: 40, width: 800, height: 120 },
    hasEvents: false,
    options: {
      counts: choice("points", "members", "number"),
      title: { type: "text", min: 1, max: 60, start: "" },
      target: amount(1, 1000),
      number: amount(0, 0),
      starts_at: amount(0, 0),
    },
  },
  alerts: {
    plate: { x: 560, y: 180, width: 800, height: 260 },
    hasEvents: true,
    options: {
      shows: list(["winner", "challenge", "win", "linked"]),
      least_multiplier: multiplier(50),
      seconds: seconds(3, 30, 8),
    },
  },
  round: {
    plate: { x: 1400, y: 620, width: 480, height: 340 },
    hasEvents: true,
    options: {
      member: { type: "text", min: 0, max: 40, start: "" },
      games: list(["slot", "dice", "limbo"]),
      hide_after_seconds: seconds(5, 600, 20),
    },
  },
};

export const LOCALES = [
  "en-US",
  "en-GB",
  "de-DE",
  "fr-FR",
  "es-ES",
  "it-IT",
  "pt-BR",
  "nl-NL",
  "pl-PL",
  "tr-TR",
  "ja-JP",
] as const;

export const SOURCES_MAX = 40;
export const NAME_MAX = 40;
export const COLOUR = /^#[0-9a-f]{6}$/i;

export type OptionValue = string | number | boolean | readonly string[];

/** A source as it is saved. */
export type Source = Plate & {
  id: string;
  name: string;
  accent: string;
  volume: number;
  locale: string;
  options: { readonly kind: Kind; readonly [option: string]: OptionValue };
};

const isKind = (kind: unknown): kind is Kind => KINDS.some((one) => one === kind);

/** The kind of a source; null for one that this panel does not know. */
export function kindOf(source: Values): Kind | null {
  const { options } = source;
  return isValues(options) && isKind(options.kind) ? options.kind : null;
}

/** The sources of the form, as they are being edited. */
export function sourcesOf(values: Values): readonly Values[] {
  return listOf(values.sources).filter(isValues);
}

export const idOf = ({ id }: Values): string => (typeof id === "string" ? id : "");
export const nameOf = ({ name }: Values): string => (typeof name === "string" ? name : "");

/** A source of a kind, as a new one begins. */
export function freshSource(kind: Kind, id: string, name: string): Source {
  const { plate, options } = rules[kind];
  const starts = Object.entries(options).map(([key, { start }]) => [key, start]);
  return {
    id,
    name,
    ...plate,
    accent: "",
    volume: 0,
    locale: "en-US",
    options: { kind, ...Object.fromEntries(starts) },
  };
}

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Where a source stands: what is being typed wrong is where a new one of its kind would be. */
export function plateOf(source: Values): Plate {
  const kind = kindOf(source) ?? "banner";
  const { plate } = rules[kind];
  const { x, y, width, height } = source;
  return {
    x: isNumber(x) ? x : plate.x,
    y: isNumber(y) ? y : plate.y,
    width: isNumber(width) ? width : plate.width,
    height: isNumber(height) ? height : plate.height,
  };
}

/** Characters as the server counts them: an emoji is one or a few, not twice as many. */
export const lengthOf = (text: string) => Array.from(text).length;

/** Whether a value is one that the option may have. */
export function fits(rule: OptionRule, value: unknown): value is OptionValue {
  switch (rule.type) {
    case "number":
      return isNumber(value) && Number.isInteger(value) && value >= rule.min && value <= rule.max;
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return typeof value === "string" && rule.values.includes(value);
    case "list": {
      if (!Array.isArray(value) || value.length === 0) return false;
      const entries: readonly unknown[] = value;
      return (
        new Set(entries).size === entries.length &&
        entries.every((entry) => typeof entry === "string" && rule.values.includes(entry))
      );
    }
    case "text":
      return (
        typeof value === "string" && value.trim().length >= rule.min && lengthOf(value) <= rule.max
      );
  }
}

/** A source for the preview: what is being typed wrong has the value of a new one. */
export function settledSource(source: Values): Source | null {
  const kind = kindOf(source);
  if (kind === null) return null;
  const fresh = freshSource(kind, idOf(source), nameOf(source));
  const typed = isValues(source.options) ? source.options : {};
  const options = Object.entries(rules[kind].options).map(([key, rule]) => [
    key,
    fits(rule, typed[key]) ? typed[key] : rule.start,
  ]);
  const { accent, volume, locale } = source;
  return {
    ...fresh,
    ...plateOf(source),
    accent: typeof accent === "string" && COLOUR.test(accent) ? accent : "",
    volume: isNumber(volume) ? volume : 0,
    locale: LOCALES.find((one) => one === locale) ?? fresh.locale,
    options: { kind, ...Object.fromEntries(options) },
  };
}
