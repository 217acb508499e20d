import { LOCALE, lazy } from "./locale";
import { formatPoints } from "./numbers";

const cardinals = lazy(() => new Intl.PluralRules(LOCALE));
const ordinals = lazy(() => new Intl.PluralRules(LOCALE, { type: "ordinal" }));
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** The form of a word that goes with a count: `plural(2, "tile")` is "tiles", `plural(1, "has", "have")` "has". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return cardinals().select(count) === "one" ? one : many;
}

/** A whole count with its word: "1 tile", "1,200 entries". */
export function formatCount(count: number, one: string, many?: string): string {
  return `${formatPoints(count)} ${plural(count, one, many)}`;
}

/** A place in an order: "1st", "22nd", "113th". */
export function formatOrdinal(place: number): string {
  return `${formatPoints(place)}${endings[ordinals().select(place)] ?? "th"}`;
}

/** "one", "one and two", "one, two, and three" */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(LOCALE).format(items);
}
