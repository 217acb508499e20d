import { LOCALE, lazy } from "./locale";
import { formatPoints } from "./numbers";

const cardinals = lazy(() => new Intl.PluralRules(LOCALE));

/** The form of a word that goes with a count: `plural(2, "tile")` is "tiles", `plural(1, "has", "have")` "has". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return cardinals().select(count) === "one" ? one : many;
}

/** A whole count with its word: "1 tile", "1,200 entries". */
export function formatCount(count: number, one: string, many?: string): string {
  return `${formatPoints(count)} ${plural(count, one, many)}`;
}
