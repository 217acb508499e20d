import * as z from "zod/mini";
import type { FormDefaults } from "../status/form-defaults";
import { type Giveaway, isFrozen } from "./model";
import type { Draft } from "./queries";
import * as texts from "./texts/en";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TEXT_MAX = 120;
const DESCRIPTION_MAX = 2_000;
const COST_MAX = 1_000_000;
/** How long after it is saved the server starts a new one that begins immediately. */
const SOON_MS = 30_000;
/** The server takes no end that is more than a year ahead. */
const LONGEST_MS = 8_784 * HOUR_MS;

/** "minutes" or "hours". */
export type Unit = keyof typeof units;

/** Minutes are whole; hours have one decimal. */
const units = {
  minutes: { ms: MINUTE_MS, pattern: /^\d+$/, mistake: texts.wholeMinutesFrom1 },
  hours: {
    ms: HOUR_MS,
    pattern: /^\d+(\.\d)?$/,
    mistake: texts.hoursFrom01,
  },
} as const;

export function unitOf(text: string): Unit {
  return text === "minutes" ? text : "hours";
}

/** What stands in the form. */
export type GiveawayForm = {
  title: string;
  description: string;
  prize: string;
  /** "free" or "paid". */
  entryType: string;
  entryCost: string;
  /** Whether the broadcast names the winner. */
  namesWinner: boolean;
  /** "keep" is the start it has, "now" immediately, "later" after some time. */
  startMode: string;
  startIn: string;
  startUnit: string;
  duration: string;
  durationUnit: string;
};

const later = { startIn: "1", startUnit: "hours" };

/** The form as it opens: with what a new one begins with, or with what is to be changed. */
export function formOf(before: Giveaway | null, defaults: FormDefaults): GiveawayForm {
  const usualCost = String(defaults.giveaway_cost);
  if (before === null)
    return {
      title: "",
      description: "",
      prize: "",
      entryType: defaults.giveaway_entry,
      entryCost: usualCost,
      namesWinner: true,
      startMode: "now",
      ...later,
      duration: String(defaults.giveaway_hours),
      durationUnit: "hours",
    };
  const { title, description, prize, entryType, entryCost, namesWinner } = before;
  return {
    title,
    description,
    prize,
    entryType,
    entryCost: entryType === "paid" ? String(entryCost) : usualCost,
    namesWinner,
    startMode: "keep",
    ...later,
    ...spanOf(lengthOf(before)),
  };
}

/** The form of a new giveaway that repeats another one: the same but for the dates. */
export function repeatOf(source: Giveaway, defaults: FormDefaults): GiveawayForm {
  return { ...formOf(source, defaults), startMode: "now" };
}

function lengthOf({ startTime, endTime }: Giveaway): number {
  return Date.parse(endTime) - Date.parse(startTime);
}

type Span = Pick<GiveawayForm, "duration" | "durationUnit">;

/** A length as the form shows it: minutes up to two hours, then hours with one decimal. */
function spanOf(ms: number): Span {
  if (ms < 2 * HOUR_MS)
    return { duration: String(Math.max(1, Math.round(ms / MINUTE_MS))), durationUnit: "minutes" };
  return { duration: String(Math.round((ms / HOUR_MS) * 10) / 10), durationUnit: "hours" };
}

/** Milliseconds of what is typed, null for what is no time of the unit. */
function msOf(text: string, unit: string): number | null {
  const { ms, pattern } = units[unitOf(unit)];
  if (!pattern.test(text.trim())) return null;
  // In whole minutes, so that tenths of hours leave no fraction.
  const length = Math.round((Number(text) * ms) / MINUTE_MS) * MINUTE_MS;
  return length >= MINUTE_MS && length <= LONGEST_MS ? length : null;
}

export type Times = { start: number; end: number };

/** When it would start and end if it were saved now; null while a time is none. */
export function timesOf(form: GiveawayForm, before: Giveaway | null, now: number): Times | null {
  const start = startOf(form, before, now);
  const length = lengthTyped(form, before);
  return start === null || length === null ? null : { start, end: start + length };
}

function startOf(form: GiveawayForm, before: Giveaway | null, now: number): number | null {
  if (before !== null && isFrozen(before)) return Date.parse(before.startTime);
  if (form.startMode === "now") return now + SOON_MS;
  if (form.startMode === "keep" && before !== null) return Date.parse(before.startTime);
  const wait = msOf(form.startIn, form.startUnit);
  return wait === null ? null : now + wait;
}

/** A duration that nobody touched means the length to the millisecond, not what was rounded for the form. */
function lengthTyped(
  { duration, durationUnit }: GiveawayForm,
  before: Giveaway | null,
): number | null {
  if (before !== null) {
    const span = spanOf(lengthOf(before));
    if (duration === span.duration && durationUnit === span.durationUnit) return lengthOf(before);
  }
  return msOf(duration, durationUnit);
}

/**
 * What is sent. The times have been checked. What members have entered for is sent as it is, whatever
 * stood in the form before the first of them came.
 */
export function draftOf(form: GiveawayForm, times: Times, before: Giveaway | null): Draft {
  const { title, description, prize, entryType, entryCost, namesWinner } = form;
  const trimmed = { title: title.trim(), description: description.trim(), namesWinner };
  const endTime = new Date(times.end).toISOString();
  if (before !== null && isFrozen(before)) {
    const { prize: won, startTime, entryType: type, entryCost: cost } = before;
    // Members who entered while winners were not named did not agree to be named.
    const named = namesWinner && before.namesWinner;
    const kept = { prize: won, startTime, endTime, entryType: type, entryCost: cost };
    return { ...trimmed, ...kept, namesWinner: named };
  }
  return {
    ...trimmed,
    prize: prize.trim(),
    // The server starts a new one by its own clock.
    ...(before === null && form.startMode === "now"
      ? { startSoon: true, durationMinutes: (times.end - times.start) / MINUTE_MS }
      : { startTime: new Date(times.start).toISOString(), endTime }),
    ...(entryType === "paid"
      ? { entryType, entryCost: Number(entryCost) }
      : { entryType: "free", entryCost: 0 }),
  };
}

type Mistakes = Partial<Record<keyof GiveawayForm, string>>;

function mistakesOf(form: GiveawayForm, before: Giveaway | null): Mistakes {
  const frozen = before !== null && isFrozen(before);
  const wrong: Mistakes = {
    ...textMistake("title", form.title, texts.pleaseEnterTitle),
    ...(!frozen && textMistake("prize", form.prize, texts.pleaseEnterPrize)),
    ...(!frozen && entryMistakes(form)),
  };
  if (charactersIn(form.description) > DESCRIPTION_MAX)
    wrong.description = texts.mostCharacters(DESCRIPTION_MAX);
  const length = lengthTyped(form, before);
  if (length === null) wrong.duration = units[unitOf(form.durationUnit)].mistake;
  else if (frozen && length < lengthOf(before)) {
    const { duration, durationUnit } = spanOf(lengthOf(before));
    wrong.duration = texts.membersHaveEnteredNot(duration, durationUnit);
  }
  return wrong;
}

function entryMistakes(form: GiveawayForm): Mistakes {
  const { entryType, entryCost, startMode, startIn, startUnit } = form;
  return {
    ...(entryType === "paid" && !isCost(entryCost) && { entryCost: texts.wholeNumberPointsFrom }),
    ...(startMode === "later" &&
      msOf(startIn, startUnit) === null && { startIn: units[unitOf(startUnit)].mistake }),
  };
}

function textMistake(field: "title" | "prize", text: string, missing: string): Mistakes {
  const length = charactersIn(text);
  if (length === 0) return { [field]: missing };
  return length > TEXT_MAX ? { [field]: texts.mostCharactersText(TEXT_MAX) } : {};
}

/** Counted as the server counts them: an emoji is one. */
function charactersIn(text: string): number {
  return Array.from(text.trim()).length;
}

function isCost(text: string): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= COST_MAX;
}

/** Checks the form; `before` is what it would change. */
export function formSchema(before: Giveaway | null) {
  return z
    .object({
      title: z.string(),
      description: z.string(),
      prize: z.string(),
      entryType: z.string(),
      entryCost: z.string(),
      namesWinner: z.boolean(),
      startMode: z.string(),
      startIn: z.string(),
      startUnit: z.string(),
      duration: z.string(),
      durationUnit: z.string(),
    })
    .check(({ value, issues }) => {
      for (const [field, message] of Object.entries(mistakesOf(value, before)))
        issues.push({ code: "custom", message, path: [field], input: value });
    });
}
