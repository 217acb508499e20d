import {
  fieldsOf,
  hundredthsOf,
  listOf,
  nameOf,
  UnreadableTable,
  wholeOf,
} from "../common/tables/reading";
import * as texts from "./texts/table.en";

export const slotPresets = ["balanced", "classic"] as const;
export type SlotPreset = (typeof slotPresets)[number];

/** Wins of one bone count: `lo`, `lo + step` and so on to `hi`, in hundredths. */
export type SlotTier = { weight: number; lo: number; hi: number; step: number; bones: number };

export type SlotTiers = {
  draw: "uniform" | "min2";
  boneUnit: number;
  tiers: readonly SlotTier[];
};

/** The table of the slot (docs/games.md, section 8). */
export type SlotTable = Readonly<Record<SlotPreset, SlotTiers>> & {
  preset: SlotPreset;
  betSteps: readonly number[];
  minBone: number;
  fillers: readonly string[];
};

export function readSlotTable(raw: unknown): SlotTable {
  const table = fieldsOf(raw, texts.all);
  return {
    preset: nameOf(table.preset, slotPresets, texts.preset),
    betSteps: listOf(table.bet_steps, texts.bets).map((step) => wholeOf(step, texts.bets)),
    minBone: hundredthsOf(table.min_bone, texts.leastBone),
    fillers: listOf(table.fillers, texts.symbols).map((filler) => {
      if (typeof filler !== "string") throw new UnreadableTable(texts.symbols);
      return filler;
    }),
    balanced: readTiers(table.balanced),
    classic: readTiers(table.classic),
  };
}

function readTiers(raw: unknown): SlotTiers {
  const tiers = fieldsOf(raw, texts.tiers);
  return {
    draw: nameOf(tiers.draw, ["uniform", "min2"], texts.draw),
    boneUnit: hundredthsOf(tiers.bone_unit, texts.boneStep),
    tiers: listOf(tiers.tiers, texts.tiers).map((tier) => {
      const fields = fieldsOf(tier, texts.tiers);
      return {
        weight: wholeOf(fields.weight, texts.tierWeight),
        lo: hundredthsOf(fields.lo, texts.tierStart),
        hi: hundredthsOf(fields.hi, texts.tierEnd),
        step: hundredthsOf(fields.step, texts.tierStep),
        bones: wholeOf(fields.bones, texts.tierBones),
      };
    }),
  };
}
