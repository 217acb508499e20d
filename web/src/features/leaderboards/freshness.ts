import { type WagerStanding, wagerStanding } from "@/wire/wager-standing";
import type { WagerAnswer } from "./queries";
import * as texts from "./texts/en";

export type Standing = {
  name: WagerStanding;
  text: string;
  /** Since when the places stand. */
  since?: string;
};

const descriptions: Readonly<Record<WagerStanding, string>> = {
  Sample: texts.sampleText,
  Running: texts.placesChangeUntilMonth,
  Provisional: texts.monthHasEndedFigures,
  Final: texts.finalText,
};

/** How much the figures of a month can be relied upon, in words; null when there are none. */
export function standingOf(data: WagerAnswer): Standing | null {
  const name = wagerStanding(data);
  if (name === null) return null;
  return name === "Final" && data.frozenAt !== null
    ? { name, text: texts.finalSince, since: data.frozenAt }
    : { name, text: descriptions[name] };
}
