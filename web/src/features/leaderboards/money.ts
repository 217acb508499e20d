import { dollars } from "@/ui/dollars";
import type { WagerEntry } from "./queries";

/** A prize in words, null for a rank that has none. */
export function prizeText(prize: WagerEntry["prize"]): string | null {
  if (prize === null) return null;
  return prize.kind === "bonusBuy" ? `${dollars(prize.amount)} bonus buy` : dollars(prize.amount);
}

/**
 * Which places are paid, and how. Null while the rows end before the prizes do: then it is not known
 * from them how far those go.
 */
export function paidText(entries: readonly WagerEntry[]): string | null {
  const paid = entries.filter(({ prize }) => prize !== null);
  const [last] = paid.slice(-1);
  if (last === undefined || entries.every(({ rank }) => rank <= last.rank)) return null;
  const first = paid.find(({ prize }) => prize?.kind === "bonusBuy");
  const places = `The first ${last.rank} are paid`;
  if (first === undefined) return `${places}.`;
  return first.rank === last.rank
    ? `${places}, rank ${last.rank} as a bonus buy.`
    : `${places}, ranks ${first.rank} to ${last.rank} as bonus buys.`;
}
