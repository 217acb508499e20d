import {
  type BetRange,
  betRangeOf,
  fieldsOf,
  hundredthsOf,
  listOf,
  nameOf,
  wholeOf,
} from "../common/tables/reading";
import * as texts from "./texts/table.en";

export const limboPresets = ["balanced", "classic"] as const;
export type LimboPreset = (typeof limboPresets)[number];

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
  const table = fieldsOf(raw, texts.all);
  const balanced = fieldsOf(table.balanced, texts.balanced);
  const classic = fieldsOf(table.classic, texts.classic);
  return {
    ...betRangeOf(table),
    preset: nameOf(table.preset, limboPresets, texts.preset),
    maxTarget: hundredthsOf(table.max_target, texts.maxTarget),
    balanced: {
      returnPercent: wholeOf(balanced.return_percent, texts.returns),
      maxResult: hundredthsOf(balanced.max_result, texts.maxResult),
    },
    classic: { bands: listOf(classic.bands, texts.bands).map(readBand) },
  };
}

function readBand(raw: unknown): LimboBand {
  const band = fieldsOf(raw, texts.bands);
  return {
    weight: wholeOf(band.weight, texts.bandWeight),
    lo: hundredthsOf(band.lo, texts.bandStart),
    hi: hundredthsOf(band.hi, texts.bandEnd),
  };
}
