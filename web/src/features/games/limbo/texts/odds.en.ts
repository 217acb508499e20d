import type { LimboPreset } from "../published-table";

export const anyTarget = "Any target";
export const targetRange = (highest: string) => `1.01 to ${highest}`;

const presets: Record<LimboPreset, string> = { balanced: "balanced", classic: "classic" };
export const tableCaption = (bet: string, preset: LimboPreset) =>
  `Limbo at a bet of ${bet}, preset ${presets[preset]}`;
export const target = "Target";
export const chance = "Chance";
export const about = "About";
export const averageReturn = "Return";

export const bandsCaption = "The bands of results";
export const band = "Band";
export const weight = "Weight of 100,000";
export const range = (lowest: string, highest: string) => `${lowest} to ${highest}`;
