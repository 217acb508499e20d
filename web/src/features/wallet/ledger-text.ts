import type { components } from "@/wire/schema";
import * as texts from "./texts/ledger.en";

type Line = Pick<components["schemas"]["LedgerItem"], "reason" | "givenBy">;

const isRole = (text: string): text is keyof typeof texts.roles => text in texts.roles;

/** The reason of a line in words, with the role of the person who changed the points. */
export function reasonOf({ reason, givenBy }: Line): string {
  const role = givenBy ?? "";
  return isRole(role) ? reason.replace(texts.anyRole, texts.roles[role]) : reason;
}
