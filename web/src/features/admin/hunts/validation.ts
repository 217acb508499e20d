import * as z from "zod/mini";
import { dollarsOf, readDollars, twoReadingsText } from "./dollars";
import type { Hunt, Slot } from "./model";
import * as texts from "./texts/en";

/** The largest amount that the server takes: a hundred million dollars. */
const DOLLARS_MAX = 100_000_000;
const AMOUNT = "must be an amount such as 12.50";

const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, texts.mostCharacters(most)));

const required = (name: string, most: number) =>
  text(most).check(z.minLength(1, texts.required(name)));

/** What is wrong with an amount, null where nothing is. */
function moneyMistake(name: string, typed: string): string | null {
  const amount = readDollars(typed);
  if (amount === null) return `${name} ${AMOUNT}`;
  if (typeof amount !== "number") return `${name} ${twoReadingsText(amount)}`;
  return amount > DOLLARS_MAX ? texts.mustMost100000(name) : null;
}

/** An amount of at least 0, as it was typed. */
const money = (name: string) =>
  z.string().check(({ value, issues }) => {
    const message = moneyMistake(name, value);
    if (message !== null) issues.push({ code: "custom", message, input: value });
  });

/**
 * The form of a hunt. A new one may have an id of the admin's own, which none of the others has:
 * ids are the same without regard to case.
 */
export function huntSchema(others: readonly Pick<Hunt, "id">[]) {
  const taken = new Set(others.map(({ id }) => id.toLowerCase()));
  return z.object({
    customId: text(40).check(({ value, issues }) => {
      const message = /^[\w-]*$/.test(value)
        ? taken.has(value.toLowerCase())
          ? texts.idExists(value)
          : null
        : texts.idCanOnlyContain;
      if (message !== null) issues.push({ code: "custom", message, input: value });
    }),
    name: required(texts.name, 100),
    description: text(1000),
    streamerName: text(60),
    huntDate: z.string(),
    startingBalance: money(texts.startingBalance),
  });
}

export type HuntForm = z.infer<ReturnType<typeof huntSchema>>;

export function huntFormOf(hunt: Hunt | null, now: number): HuntForm {
  if (hunt === null)
    return {
      customId: "",
      name: "",
      description: "",
      streamerName: "",
      huntDate: localText(now),
      startingBalance: "",
    };
  const { name, description, streamerName, huntDate, startingBalance } = hunt;
  return {
    customId: "",
    name,
    description,
    streamerName,
    huntDate: localText(Date.parse(huntDate)),
    startingBalance: startingBalance.toFixed(2),
  };
}

/** What is sent. A date that was not touched is not cut to its minute. */
export function huntInputOf(form: HuntForm, before: Hunt | null) {
  const { customId, huntDate, ...fields } = form;
  const isKept =
    huntDate === "" || (before !== null && huntDate === localText(Date.parse(before.huntDate)));
  return {
    ...fields,
    ...(before === null && customId !== "" && { customId }),
    ...(!isKept && { huntDate: new Date(huntDate).toISOString() }),
  };
}

/** A time as a field for one wants it: in the reader's zone, to the minute. */
function localText(ms: number): string {
  const offset = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offset).toISOString().slice(0, 16);
}

/** The form of a slot. */
export const slotSchema = z
  .object({
    slotName: required(texts.slotName, 100),
    provider: text(60),
    calledBy: required(texts.called, 60),
    betAmount: money(texts.betAmount),
    opened: z.boolean(),
    amountWon: z.string(),
    hasTip: z.boolean(),
  })
  .check(({ value, issues }) => {
    const wrong = (path: "betAmount" | "amountWon", message: string | null) => {
      if (message !== null)
        issues.push({ code: "custom", message, path: [path], input: value[path] });
    };
    if (dollarsOf(value.betAmount) === 0) wrong("betAmount", texts.betAmountMustAbove);
    if (!value.opened) return;
    wrong(
      "amountWon",
      value.amountWon.trim() === ""
        ? texts.openedSlotNeedsWin
        : moneyMistake(texts.amountWon, value.amountWon),
    );
  });

export type SlotForm = z.infer<typeof slotSchema>;

/** A new slot: streamers call most of them. */
export const newSlotForm = (calledBy: string): SlotForm => ({
  slotName: "",
  provider: "",
  calledBy,
  betAmount: "",
  opened: false,
  amountWon: "",
  hasTip: false,
});

export function slotFormOf(slot: Slot): SlotForm {
  const { slotName, provider, calledBy, betAmount, opened, amountWon, hasTip } = slot;
  return {
    slotName,
    provider,
    calledBy,
    betAmount,
    opened,
    amountWon: opened ? amountWon.toFixed(2) : "",
    hasTip,
  };
}

/** What is sent: what an unopened slot paid is not known. */
export function slotInputOf({ amountWon, ...form }: SlotForm) {
  return { ...form, ...(form.opened && { amountWon }) };
}

/** What was paid, as Press Play asks for it: 0 is an amount, nothing is none. */
export const playSchema = z.object({
  winAmount: z.string().check(({ value, issues }) => {
    const message =
      value.trim() === "" ? texts.pleaseEnterWinAmount : moneyMistake(texts.winAmountText, value);
    if (message !== null) issues.push({ code: "custom", message, input: value });
  }),
});

export type PlayForm = z.infer<typeof playSchema>;
