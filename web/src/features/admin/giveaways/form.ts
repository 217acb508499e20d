import * as z from "zod/mini";
import { type Giveaway, isFrozen } from "./model";
import type { Draft } from "./queries";

/** A giveaway that starts immediately starts so long from now (specification 2, section 9). */
export const IMMEDIATE_MS = 30_000;

const HOUR_MS = 3_600_000;
const TEXT_MAX = 120;
const DESCRIPTION_MAX = 2_000;
const COST_MAX = 1_000_000;
/** The server takes no end that is more than a year ahead. */
const HOURS_MAX = 8_784;

/** What stands in the form. */
export type GiveawayForm = {
  title: string;
  description: string;
  prize: string;
  /** "free" or "paid". */
  entryType: string;
  entryCost: string;
  /** "keep" is the start it has, "now" immediately, "hours" after some hours. */
  startMode: string;
  startHours: string;
  durationHours: string;
};

/** The form as it opens: empty, or with what is to be changed. */
export function formOf(before: Giveaway | null): GiveawayForm {
  if (before === null)
    return {
      title: "",
      description: "",
      prize: "",
      entryType: "free",
      entryCost: "100",
      startMode: "now",
      startHours: "1",
      durationHours: "24",
    };
  const { title, description, prize, entryType, entryCost } = before;
  return {
    title,
    description,
    prize,
    entryType,
    entryCost: entryType === "paid" ? String(entryCost) : "100",
    startMode: "keep",
    startHours: "1",
    durationHours: hoursText(lengthOf(before)),
  };
}

function lengthOf({ startTime, endTime }: Giveaway): number {
  return Date.parse(endTime) - Date.parse(startTime);
}

/** Hours with one decimal, never 0. */
function hoursText(ms: number): string {
  return String(Math.max(0.1, Math.round((ms / HOUR_MS) * 10) / 10));
}

/** Hours as they are typed, null for what is none. */
function hoursOf(text: string): number | null {
  if (!/^\d+(\.\d)?$/.test(text.trim())) return null;
  const hours = Number(text);
  return hours >= 0.1 && hours <= HOURS_MAX ? hours : null;
}

export type Times = { start: number; end: number };

/** When it would start and end if it were saved now; null while the hours are none. */
export function timesOf(form: GiveawayForm, before: Giveaway | null, now: number): Times | null {
  const start = startOf(form, before, now);
  const length = lengthTyped(form, before);
  return start === null || length === null ? null : { start, end: start + length };
}

function startOf(form: GiveawayForm, before: Giveaway | null, now: number): number | null {
  if (before !== null && isFrozen(before)) return Date.parse(before.startTime);
  if (form.startMode === "now") return now + IMMEDIATE_MS;
  if (form.startMode === "keep" && before !== null) return Date.parse(before.startTime);
  const hours = hoursOf(form.startHours);
  return hours === null ? null : now + hours * HOUR_MS;
}

/** Hours that nobody touched mean the length to the millisecond, not what was rounded for the form. */
function lengthTyped({ durationHours }: GiveawayForm, before: Giveaway | null): number | null {
  if (before !== null && durationHours === hoursText(lengthOf(before))) return lengthOf(before);
  const hours = hoursOf(durationHours);
  return hours === null ? null : hours * HOUR_MS;
}

/**
 * What is sent. The hours have been checked. What members have entered for is sent as it is, whatever
 * stood in the form before the first of them came.
 */
export function draftOf(form: GiveawayForm, times: Times, before: Giveaway | null): Draft {
  const { title, description, prize, entryType, entryCost } = form;
  const texts = { title: title.trim(), description: description.trim() };
  const endTime = new Date(times.end).toISOString();
  if (before !== null && isFrozen(before)) {
    const { prize: won, startTime, entryType: type, entryCost: cost } = before;
    return { ...texts, prize: won, startTime, endTime, entryType: type, entryCost: cost };
  }
  return {
    ...texts,
    prize: prize.trim(),
    startTime: new Date(times.start).toISOString(),
    endTime,
    ...(entryType === "paid"
      ? { entryType, entryCost: Number(entryCost) }
      : { entryType: "free", entryCost: 0 }),
  };
}

type Mistakes = Partial<Record<keyof GiveawayForm, string>>;

const hoursMistake = "Hours from 0.1 to 8,784, in steps of 0.1";

function mistakesOf(form: GiveawayForm, before: Giveaway | null): Mistakes {
  const frozen = before !== null && isFrozen(before);
  const wrong: Mistakes = {
    ...textMistake("title", form.title, "Please enter a title"),
    ...(!frozen && textMistake("prize", form.prize, "Please enter a prize")),
    ...(!frozen && entryMistakes(form)),
  };
  if (charactersIn(form.description) > DESCRIPTION_MAX)
    wrong.description = `At most ${DESCRIPTION_MAX} characters`;
  const length = lengthTyped(form, before);
  if (length === null) wrong.durationHours = hoursMistake;
  else if (frozen && length < lengthOf(before))
    wrong.durationHours = `Members have entered: not shorter than ${hoursText(lengthOf(before))} hours`;
  return wrong;
}

function entryMistakes({ entryType, entryCost, startMode, startHours }: GiveawayForm): Mistakes {
  return {
    ...(entryType === "paid" &&
      !isCost(entryCost) && { entryCost: "A whole number of points from 1 to 1,000,000" }),
    ...(startMode === "hours" && hoursOf(startHours) === null && { startHours: hoursMistake }),
  };
}

function textMistake(field: "title" | "prize", text: string, missing: string): Mistakes {
  const length = charactersIn(text);
  if (length === 0) return { [field]: missing };
  return length > TEXT_MAX ? { [field]: `At most ${TEXT_MAX} characters` } : {};
}

/** Counted as the server counts them: an emoji is one. */
function charactersIn(text: string): number {
  return Array.from(text.trim()).length;
}

function isCost(text: string): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= COST_MAX;
}

/** Checks the form (specification 2, section 5); `before` is what it would change. */
export function formSchema(before: Giveaway | null) {
  return z
    .object({
      title: z.string(),
      description: z.string(),
      prize: z.string(),
      entryType: z.string(),
      entryCost: z.string(),
      startMode: z.string(),
      startHours: z.string(),
      durationHours: z.string(),
    })
    .check(({ value, issues }) => {
      for (const [field, message] of Object.entries(mistakesOf(value, before)))
        issues.push({ code: "custom", message, path: [field], input: value });
    });
}
