import { type WagerStanding, wagerStanding } from "@/wire/wager-standing";
import type { WagerAnswer } from "./queries";

export type Standing = {
  name: WagerStanding;
  text: string;
  /** Since when the places stand. */
  since?: string;
};

const texts: Readonly<Record<WagerStanding, string>> = {
  Sample: "Made up, to show the page.",
  Running: "Places change until the month ends.",
  Provisional: "The month has ended; figures may still be corrected.",
  Final: "The month is closed; these places stand.",
};

/** How much the figures of a month can be relied upon, in words; null when there are none. */
export function standingOf(data: WagerAnswer): Standing | null {
  const name = wagerStanding(data);
  if (name === null) return null;
  return name === "Final" && data.frozenAt !== null
    ? { name, text: "These places stand since", since: data.frozenAt }
    : { name, text: texts[name] };
}
