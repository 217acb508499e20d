import * as texts from "../texts/tables.en";
/** What all tables are read with. A multiplier stands in a table as text or as a number with at most two decimals. */

export type Fields = Readonly<Record<string, unknown>>;

/** A table of another shape than the rules have. */
export class UnreadableTable extends Error {
  constructor(what: string) {
    super(texts.unreadable(what));
    this.name = "UnreadableTable";
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown, what: string): Fields {
  if (!isFields(value)) throw new UnreadableTable(what);
  return value;
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableTable(what);
  return value;
}

export function wholeOf(value: unknown, what: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw new UnreadableTable(what);
  return value;
}

/** A decimal as whole hundredths: "7.50", "7.5" and 7.5 are 750. Null for anything finer or else. */
export function hundredthsIn(value: unknown): number | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const parts = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(value));
  if (parts === null) return null;
  return Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}

export function hundredthsOf(value: unknown, what: string): number {
  const hundredths = hundredthsIn(value);
  if (hundredths === null) throw new UnreadableTable(what);
  return hundredths;
}

/** Hundredths as the site writes them: 750 is "7.50". */
export function hundredthsText(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
}

/** One of a few names. */
export function nameOf<const Name extends string>(
  value: unknown,
  names: readonly Name[],
  what: string,
): Name {
  const found = names.find((name) => name === value);
  if (found === undefined) throw new UnreadableTable(what);
  return found;
}

/** The smallest and largest bet of a table. */
export type BetRange = { minBet: number; maxBet: number };

export function betRangeOf(table: Fields): BetRange {
  return {
    minBet: wholeOf(table.min_bet, texts.theSmallestBet),
    maxBet: wholeOf(table.max_bet, texts.theLargestBet),
  };
}
