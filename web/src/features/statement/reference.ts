/** What an entry of the ledger belongs to, as far as the member can look at it. */
export type Reference =
  | { kind: "round"; id: string }
  | { kind: "claim"; day: string }
  | { kind: "purchase"; number: string }
  | { kind: "giveaway"; id: string }
  /** A record of the house, named so that a member can ask about it. */
  | { kind: "record"; text: string };

export function readReference(text: string | null | undefined): Reference | null {
  if (text === null || text === undefined || text === "") return null;
  if (/^\d+-\d+$/.test(text)) return { kind: "round", id: text };
  const number = /^purchase-(\d+)$/.exec(text)?.[1];
  if (number !== undefined) return { kind: "purchase", number };
  // Tickets name the entry too, a refund only the giveaway.
  const id = /^giveaway-(\d+)(-\d+)?$/.exec(text)?.[1];
  if (id !== undefined) return { kind: "giveaway", id };
  const day = /^claim-(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1];
  return day === undefined ? { kind: "record", text } : { kind: "claim", day };
}
