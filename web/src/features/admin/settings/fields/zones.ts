import { allZones } from "@/ui/format/zones";

/** Most time zones that are offered at once; typing leads to the others. */
const SHOWN_MAX = 60;

let known: readonly string[] | undefined;

function knownZones(): readonly string[] {
  known ??= allZones();
  return known;
}

/** Time zones whose names have all words of a search: "new york", "berl". */
export function findZones(search: string): readonly string[] {
  const words = search.toLowerCase().split(/[\s/_]+/);
  const found = knownZones().filter((zone) => {
    const name = zone.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  return found.slice(0, SHOWN_MAX);
}

/** The time zone that a text names: by its whole name, or as the only one that it finds. */
export function zoneOf(typed: string): string | undefined {
  const name = typed.toLowerCase().replaceAll(" ", "_");
  const exact = knownZones().find((zone) => zone.toLowerCase() === name);
  const [first, second] = findZones(typed);
  return exact ?? (second === undefined ? first : undefined);
}
