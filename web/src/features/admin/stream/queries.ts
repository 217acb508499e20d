import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminSubmitter } from "../accounts/submitter";
import { adminApi } from "../session/actions";
import { approvalsKey, OFFLINE_READ_MS } from "../status/pending-approvals";

type Schemas = components["schemas"];
export type Found = Schemas["FoundMember"];
export type Grant = Schemas["GivenPoints"];
export type Line = Schemas["OverlayLine"];

/** Rows of each list: more are a press away. */
const ROWS = 4;
/** No push says what one has given in another window. */
const GRANTS_READ_MS = 60_000;

const pendingQuery = queryOptions({
  queryKey: [...approvalsKey, "stream", "pending"],
  queryFn: () => {
    const query = { status: "pending", sort: "oldest", limit: ROWS } as const;
    return answer(adminApi.GET("/api/admin/approvals", { params: { query } }));
  },
  staleTime: 0,
});

const decidedQuery = queryOptions({
  queryKey: [...approvalsKey, "stream", "decided"],
  queryFn: async () => {
    const query = { sort: "decided", limit: ROWS } as const;
    const { items } = await answer(adminApi.GET("/api/admin/approvals", { params: { query } }));
    return items.filter(({ status }) => status !== "pending");
  },
  staleTime: 0,
});

const asDecided = {
  offlineMs: OFFLINE_READ_MS,
  on: { approvalsChanged: (): typeof stale => stale },
};

/** The names that wait longest, and how many wait. */
export function usePending() {
  return useLive(pendingQuery, asDecided);
}

/** The names that were decided last, by whomever. */
export function useDecided() {
  return useLive(decidedQuery, asDecided);
}

export function rereadNames(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: approvalsKey });
}

/** Members whose name here, on Kick or at the casino has a text in it; the ones before stay while the next ones come. */
export function useFound(q: string) {
  return useQuery({
    queryKey: ["admin", "member-names", q],
    queryFn: async () =>
      (await answer(adminApi.GET("/api/admin/member-names", { params: { query: { q } } }))).members,
    enabled: q !== "",
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The newest lines of a member's statement: why points came or went. */
export function useLines(id: string) {
  return useQuery({
    queryKey: ["admin", "member-names", "ledger", id],
    queryFn: async () => {
      const params = { path: { id } };
      return (await answer(adminApi.GET("/api/admin/member-names/{id}/ledger", { params }))).items;
    },
    staleTime: 0,
  });
}

const grantsQuery = queryOptions({
  queryKey: ["admin", "grants"],
  queryFn: async () => (await answer(adminApi.GET("/api/admin/grants"))).grants.slice(0, ROWS),
  staleTime: 0,
});

/** What the person gave lately. */
export function useGrants() {
  return useLive(grantsQuery, { everyMs: () => GRANTS_READ_MS });
}

function rereadGrants(): void {
  void queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ["admin", "member-names"] });
  void queryClient.invalidateQueries({ queryKey: ["admin", "accounts"] });
}

export type Gift = { userId: string; amount: number; reason: string };

/**
 * Gives a member points; a second try after a lost answer gives nothing twice.
 * @throws {CallFailure}
 */
export async function givePoints({ userId, amount, reason }: Gift): Promise<void> {
  const body = { userId, action: "add", amount, ...(reason !== "" && { reason }) } as const;
  try {
    await adminSubmitter.submit(body, (headers) =>
      answer(adminApi.POST("/api/auth/admin/manage-points", { body, headers })),
    );
  } finally {
    rereadGrants();
  }
}

/** @throws {CallFailure} */
export async function undoGrant(id: string): Promise<void> {
  try {
    await answer(adminApi.POST("/api/admin/grants/{id}/undo", { params: { path: { id } } }));
  } finally {
    rereadGrants();
  }
}

const lineQuery = queryOptions({
  queryKey: ["admin", "overlay-line"],
  queryFn: async (): Promise<Line | null> => (await answer(api.GET("/api/overlay/line"))).line,
  staleTime: 0,
});

/** The line on the overlay, as it is pushed. */
export function useLine() {
  return useLive(lineQuery, {
    offlineMs: OFFLINE_READ_MS,
    on: { overlayLineChanged: ({ line }) => line },
  });
}

/** Another person's line may have been pushed before the answer about this one came, so it is read again. */
async function replaceLine(line: Line | null): Promise<void> {
  const { queryKey } = lineQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, line);
  void queryClient.invalidateQueries({ queryKey });
}

/** @throws {CallFailure} */
export async function showLine(body: Schemas["ShowLine"]): Promise<void> {
  const { line } = await answer(adminApi.PUT("/api/admin/overlay/line", { body }));
  await replaceLine(line);
}

/** @throws {CallFailure} */
export async function hideLine(): Promise<void> {
  await answer(adminApi.DELETE("/api/admin/overlay/line"));
  await replaceLine(null);
}
