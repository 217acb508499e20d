import { formatCount } from "@/ui/format/words";

export const lastStep =
  "One draw of 10,000 chooses the tier, the next ones the multiplier inside it and the board. The reels stop on that board and nothing else.";

export const board = "The board row by row";
const wins: Readonly<Record<string, string>> = {
  "NICE WIN": "NICE WIN",
  "GREAT WIN": "GREAT WIN",
  "BIG WIN": "BIG WIN",
  "MEGA WIN": "MEGA WIN",
};
const labelled = (text: string, label: string | null) =>
  label === null ? text : `${text}, ${wins[label] ?? label}`;
export const noWin = (label: string | null) => labelled("No bone, no win", label);
export const win = (tier: number, bones: number, multiplier: string, label: string | null) =>
  labelled(
    `Tier ${tier}: ${formatCount(bones, "bone adds", "bones add")} up to ${multiplier}×`,
    label,
  );
export const boneWorth = "bone worth ";
/** The symbols of a fresh site; others go by the name that the table has for them. */
export const symbols: Readonly<Record<string, string>> = {
  kelpie: "kelpie",
  dingo: "dingo",
  hat: "hat",
  boomerang: "boomerang",
  paw: "paw",
  bowl: "bowl",
  ball: "ball",
  collar: "collar",
};
