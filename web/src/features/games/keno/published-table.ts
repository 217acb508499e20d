import {
  type BetRange,
  betRangeOf,
  fieldsOf,
  hundredthsOf,
  listOf,
  wholeOf,
} from "../common/tables/reading";

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
  const table = fieldsOf(raw, "anything");
  const risks = fieldsOf(table.table, "its multipliers");
  return {
    ...betRangeOf(table),
    numbers: wholeOf(table.numbers, "how many numbers there are"),
    drawn: wholeOf(table.drawn, "how many numbers are drawn"),
    table: {
      low: readRows(risks.low),
      medium: readRows(risks.medium),
      high: readRows(risks.high),
    },
  };
}

function readRows(raw: unknown): KenoRows {
  const rows = fieldsOf(raw, "its multipliers");
  return Object.keys(rows).map((_, place) =>
    listOf(rows[place + 1], "the multipliers of every pick").map((multiplier) =>
      hundredthsOf(multiplier, "its multipliers"),
    ),
  );
}
