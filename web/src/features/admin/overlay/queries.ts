import { queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { readAgain } from "@/wire/rereads";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

/** The address of a source, as the panel sees it. */
export type SourceKey = components["schemas"]["SourceAddress"];

/** The keys of all saved sources, and how often each is open now. */
export const keysQuery = queryOptions({
  queryKey: ["admin", "overlay", "keys"],
  queryFn: async (): Promise<readonly SourceKey[]> =>
    (await answer(adminApi.GET("/api/admin/overlay/sources"))).sources,
  staleTime: 0,
});

export const rereadKeys = () => readAgain(keysQuery.queryKey);

const pathOf = (id: string) => ({ path: { id } });

/**
 * Makes the first key of a source, or a new one: the old address ends at once.
 * @throws {CallFailure}
 */
export async function makeKey(id: string): Promise<void> {
  const { key, madeAt } = await answer(
    adminApi.POST("/api/admin/overlay/sources/{id}/key", { params: pathOf(id) }),
  );
  // Nothing that was open at the old address is open any more.
  takeOver({ id, key, madeAt, open: 0 });
}

/**
 * Revokes the key of a source.
 * @throws {CallFailure}
 */
export async function revokeKey(id: string): Promise<void> {
  await answer(adminApi.DELETE("/api/admin/overlay/sources/{id}/key", { params: pathOf(id) }));
  takeOver({ id, key: null, madeAt: null, open: 0 });
}

/**
 * Sends a test event to a source. Returns in how many places it is open.
 * @throws {CallFailure}
 */
export async function sendTest(id: string): Promise<number> {
  const params = pathOf(id);
  const path = "/api/admin/overlay/sources/{id}/test";
  const { open } = await answer(adminApi.POST(path, { params }));
  return open;
}

/** Puts the answer to a change in place of what was read before it. */
function takeOver(changed: SourceKey): void {
  const { queryKey } = keysQuery;
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (known) => [
    ...(known ?? []).filter(({ id }) => id !== changed.id),
    changed,
  ]);
}
