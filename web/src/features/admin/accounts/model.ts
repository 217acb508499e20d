import type { components } from "@/wire/schema";
import * as texts from "./texts/en";

export type Account = components["schemas"]["User"];

/** What the list can be sorted by, in the words of the address and of the server. */
export const orders = [
  { value: "newest", label: texts.newest },
  { value: "oldest", label: texts.oldest },
  { value: "username", label: texts.username },
  { value: "points", label: texts.mostPoints },
  { value: "fewest-points", label: texts.fewestPoints },
] as const;

type AccountOrder = (typeof orders)[number]["value"];

/** The order that an address asks for; the newest first if it asks for none. */
export function orderOf(text: string): AccountOrder {
  return orders.find(({ value }) => value === text)?.value ?? "newest";
}

/** Which part of the list is on show. */
export type AccountsSearch = { page: number; q: string; sort: AccountOrder };

/** A name elsewhere, as an account card shows it. */
export type NameElsewhere = {
  name: string | null;
  status: "linked" | "pending" | "rejected" | "none";
  /** Another name that waits while the linked one stands. */
  asked: string | null;
};

/** What is known of a member's name at Kick or at the casino. */
export function nameElsewhere(account: Account, platform: "Kick" | "Rainbet"): NameElsewhere {
  const linked = (platform === "Kick" ? account.kickUsername : account.rainbetUsername) ?? null;
  const requests = account.gamingApprovals.filter((one) => one.platform === platform);
  const pending = requests.find((one) => one.status === "pending")?.platform_username ?? null;
  if (linked !== null) return { name: linked, status: "linked", asked: pending };
  if (pending !== null) return { name: pending, status: "pending", asked: null };
  const rejected = requests.find((one) => one.status === "rejected")?.platform_username ?? null;
  if (rejected !== null) return { name: rejected, status: "rejected", asked: null };
  return { name: null, status: "none", asked: null };
}
