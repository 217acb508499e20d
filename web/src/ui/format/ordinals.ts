import { LOCALE, lazy } from "./locale";
import { formatPoints } from "./numbers";

const ordinals = lazy(() => new Intl.PluralRules(LOCALE, { type: "ordinal" }));
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** A place in an order: "1st", "22nd", "113th". */
export function formatOrdinal(place: number): string {
  return `${formatPoints(place)}${endings[ordinals().select(place)] ?? "th"}`;
}
