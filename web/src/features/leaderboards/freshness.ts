import type { WagerAnswer } from "./queries";

export type Standing = {
  name: "Sample" | "Running" | "Provisional" | "Final";
  text: string;
  /** Since when the places stand. */
  since?: string;
};

/** How much the figures of a month can be relied upon; null when there are none. */
export function standingOf(data: WagerAnswer): Standing | null {
  if (data.source === "sample") return { name: "Sample", text: "Made up, to show the page." };
  if (data.source === "none" || data.entries.length === 0) return null;
  if (data.month >= data.currentMonth)
    return { name: "Running", text: "Places change until the month ends." };
  if (data.provisional)
    return { name: "Provisional", text: "The month has ended; figures may still be corrected." };
  return data.frozenAt === null
    ? { name: "Final", text: "The month is closed; these places stand." }
    : { name: "Final", text: "These places stand since", since: data.frozenAt };
}
