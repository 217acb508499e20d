import {
  fieldsOf,
  hundredthsOf,
  listOf,
  nameOf,
  UnreadableTable,
  wholeOf,
} from "../common/tables/reading";

export const slotPresets = ["balanced", "classic"] as const;
type SlotPreset = (typeof slotPresets)[number];

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
  const table = fieldsOf(raw, "anything");
  return {
    preset: nameOf(table.preset, slotPresets, "its preset"),
    betSteps: listOf(table.bet_steps, "the bets it takes").map((step) =>
      wholeOf(step, "the bets it takes"),
    ),
    minBone: hundredthsOf(table.min_bone, "the least value of a bone"),
    fillers: listOf(table.fillers, "its symbols").map((filler) => {
      if (typeof filler !== "string") throw new UnreadableTable("its symbols");
      return filler;
    }),
    balanced: readTiers(table.balanced),
    classic: readTiers(table.classic),
  };
}

function readTiers(raw: unknown): SlotTiers {
  const tiers = fieldsOf(raw, "its tiers");
  return {
    draw: nameOf(tiers.draw, ["uniform", "min2"], "how it draws inside a tier"),
    boneUnit: hundredthsOf(tiers.bone_unit, "the step of a bone's value"),
    tiers: listOf(tiers.tiers, "its tiers").map((tier) => {
      const fields = fieldsOf(tier, "its tiers");
      return {
        weight: wholeOf(fields.weight, "the weight of a tier"),
        lo: hundredthsOf(fields.lo, "where a tier begins"),
        hi: hundredthsOf(fields.hi, "where a tier ends"),
        step: hundredthsOf(fields.step, "the step of a tier"),
        bones: wholeOf(fields.bones, "the bones of a tier"),
      };
    }),
  };
}
