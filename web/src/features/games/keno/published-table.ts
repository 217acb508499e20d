import {
  type BetRange,
  betRangeOf,
  fieldsOf,
  hundredthsOf,
  listOf,
  wholeOf,
} from "../common/tables/reading";
import * as texts from "./texts/table.en";

export const kenoRisks = ["low", "medium", "high"] as const;
export type KenoRisk = (typeof kenoRisks)[number];

/** Multipliers in hundredths by picks (the row of one pick first), then by hits from 0. */
type KenoRows = readonly (readonly number[])[];

/** The table of keno (docs/games.md, section 6). */
export type KenoTable = BetRange & {
  numbers: number;
  drawn: number;
  table: Readonly<Record<KenoRisk, KenoRows>>;
};

export function readKenoTable(raw: unknown): KenoTable {
  const table = fieldsOf(raw, texts.all);
  const risks = fieldsOf(table.table, texts.multipliers);
  return {
    ...betRangeOf(table),
    numbers: wholeOf(table.numbers, texts.numbers),
    drawn: wholeOf(table.drawn, texts.drawn),
    table: {
      low: readRows(risks.low),
      medium: readRows(risks.medium),
      high: readRows(risks.high),
    },
  };
}

function readRows(raw: unknown): KenoRows {
  const rows = fieldsOf(raw, texts.multipliers);
  return Object.keys(rows).map((_, place) =>
    listOf(rows[place + 1], texts.multipliersOfPick).map((multiplier) =>
      hundredthsOf(multiplier, texts.multipliers),
    ),
  );
}
