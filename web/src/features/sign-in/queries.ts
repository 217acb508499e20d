import { queryOptions } from "@tanstack/react-query";
import type { Client } from "openapi-fetch";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components, paths } from "@/wire/schema";
import type { Proofs } from "./proofs";

export type SignIn = components["schemas"]["SignIn"];

/** Whose sign-in it is: a member's, or that of a person of the panel. */
export type Account = {
  /** The client that sends the account's token. */
  calls: Client<paths>;
  /** First part of the keys under which it is read. */
  key: string;
  proofs: Proofs;
};

export const signInQuery = ({ calls, key }: Account) =>
  queryOptions({
    queryKey: [key, "sign-in"],
    queryFn: () => answer(calls.GET("/api/sign-in")),
    staleTime: 0,
  });

export const reread = ({ key }: Account): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [key] });
