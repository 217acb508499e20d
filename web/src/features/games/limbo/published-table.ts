import {
  type BetRange,
  betRangeOf,
  fieldsOf,
  hundredthsOf,
  listOf,
  nameOf,
  wholeOf,
} from "../common/tables/reading";

export const limboPresets = ["balanced", "classic"] as const;
type LimboPreset = (typeof limboPresets)[number];

/** A band of results, in hundredths, that come up with the same chance each. */
type LimboBand = { weight: number; lo: number; hi: number };

/** The table of limbo (docs/games.md, section 4). Targets and results are hundredths. */
export type LimboTable = BetRange & {
  preset: LimboPreset;
  maxTarget: number;
  balanced: { returnPercent: number; maxResult: number };
  classic: { bands: readonly LimboBand[] };
};

export function readLimboTable(raw: unknown): LimboTable {
  const table = fieldsOf(raw, "anything");
  const balanced = fieldsOf(table.balanced, "its balanced preset");
  const classic = fieldsOf(table.classic, "its classic preset");
  return {
    ...betRangeOf(table),
    preset: nameOf(table.preset, limboPresets, "its preset"),
    maxTarget: hundredthsOf(table.max_target, "the highest target"),
    balanced: {
      returnPercent: wholeOf(balanced.return_percent, "what it returns"),
      maxResult: hundredthsOf(balanced.max_result, "the highest result"),
    },
    classic: { bands: listOf(classic.bands, "its bands").map(readBand) },
  };
}

function readBand(raw: unknown): LimboBand {
  const band = fieldsOf(raw, "its bands");
  return {
    weight: wholeOf(band.weight, "the weight of a band"),
    lo: hundredthsOf(band.lo, "where a band begins"),
    hi: hundredthsOf(band.hi, "where a band ends"),
  };
}
