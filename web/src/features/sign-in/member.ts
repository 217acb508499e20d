import { useQuery } from "@tanstack/react-query";
import { api } from "@/wire/http";
import { memberProofs } from "./proofs";
import { type Account, signInQuery } from "./queries";

/** The member's sign-in. Read under the member's key, which is forgotten with the member. */
export const memberAccount: Account = { calls: api, key: "member", proofs: memberProofs };

/**
 * Whether the member has a password; undefined until it is known. When it cannot be read, forms ask for
 * one, and the server says what is missing.
 */
export function useHasPassword(): boolean | undefined {
  const { data, isError } = useQuery(signInQuery(memberAccount));
  return data?.hasPassword ?? (isError ? true : undefined);
}
