import type { SlotPreset } from "../published-table";

export const spinsThatWin = "Spins that win";
export const preset = "Preset";
export const presets: Record<SlotPreset, string> = { balanced: "balanced", classic: "classic" };

export const bonesCaption = "Bones, what they add up to, and how often";
export const bones = "Bones";
export const addUpTo = "Adds up to";
export const range = (least: string, most: string) => `${least} to ${most}×`;
export const mean = "Mean";
export const chance = "Chance";

export const returnsCaption = "Return of a spin by bet";
export const bet = "Bet";
export const averageReturn = "Return";

export const winsCaption = "How often each win name comes up";
export const win = "Label";
export const niceWin = "Nice win";
export const greatWin = "Great win";
export const bigWin = "Big win";
export const megaWin = "Mega win";

export const bonesPay =
  "Only bones pay: the values printed on them add up to the multiplier. A board without a bone is no win, and no board is arranged to look like a near win.";
