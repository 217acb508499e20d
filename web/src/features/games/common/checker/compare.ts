import { canonicalJson } from "../tables/canonical";
import { type Fields, isFields } from "../tables/reading";

export type Compared = {
  name: string;
  same: boolean;
  /** Both sides as JSON. */
  stated: string;
  recomputed: string;
};

/** Holds what is stated against what was recomputed, field by field; only stated fields count. */
export function compareFields(recomputed: object, stated: object): Compared[] {
  const given: Fields = isFields(stated) ? stated : {};
  return Object.entries(recomputed)
    .filter(([name]) => given[name] !== undefined)
    .map(([name, value]) => {
      const [own, other] = [canonicalJson(value), canonicalJson(given[name])];
      return { name, same: own === other, stated: other, recomputed: own };
    });
}
