import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

/** A letter that has not been delivered. Nothing of what it says is told. */
export type Letter = components["schemas"]["WaitingLetter"];
type Letters = components["schemas"]["LettersPage"];

/** Letters that are tried again by themselves, or that nobody tries any more. */
export type LetterState = "waiting" | "dead";

/** How often the list is read while it is in sight. */
const READ_MS = 30_000;
const PAGE_LENGTH = 20;

/** Letters that have not been delivered. */
export const lettersQuery = (state: LetterState, page: number) =>
  queryOptions({
    // Below the state of the site: what changes one changes the other.
    queryKey: ["admin", "health", "letters", state, page],
    queryFn: (): Promise<Letters> => {
      const query = { state, page, limit: PAGE_LENGTH };
      return answer(adminApi.GET("/api/admin/letters", { params: { query } }));
    },
    placeholderData: (before, query) =>
      query?.queryKey[3] === state ? keepPreviousData(before) : undefined,
    staleTime: 0,
    refetchInterval: READ_MS,
    refetchIntervalInBackground: false,
  });

/**
 * Has a letter delivered now, also one that was given up.
 * @throws {CallFailure}
 */
export async function retryLetter(id: string): Promise<void> {
  const params = { path: { id } };
  await changed(answer(adminApi.POST("/api/admin/letters/{id}/retry", { params })));
}

/**
 * Throws a letter away.
 * @throws {CallFailure}
 */
export async function deleteLetter(id: string): Promise<void> {
  const params = { path: { id } };
  await changed(answer(adminApi.DELETE("/api/admin/letters/{id}", { params })));
}

async function changed(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } finally {
    // Also after a refusal: the letter may have left by itself.
    void queryClient.invalidateQueries({ queryKey: ["admin", "health"] });
  }
}
