import { jsonAnswer, sampleMember } from "@/test-page";
import type { Account } from "./model";

/** An account as the list has it. */
export function anAccount(id: string, username: string, more: Partial<Account> = {}): Account {
  return { ...sampleMember, id, username, email: `${username}@example.com`, ...more };
}

/** A page of the list as the server answers it. */
export function accountsAnswer(items: readonly Account[], more: object = {}): Response {
  return jsonAnswer({ success: true, items, total: items.length, page: 1, pages: 1, ...more });
}
