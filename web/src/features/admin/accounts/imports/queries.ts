import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../../session/actions";
import { saveTable } from "../../shell/save-file";

export type Report = components["schemas"]["Report"];
export type LineReport = components["schemas"]["LineReport"];
export type WaitingLine = components["schemas"]["WaitingLine"];

/** The largest file that the server takes. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024;
/** Lines of a page. */
const PAGE_LENGTH = 6;

const waitingKey = ["admin", "imports", "waiting"] as const;

/** A page of the lines that wait for a link or for an admin, oldest first. */
export const waitingQuery = (page: number) =>
  queryOptions({
    queryKey: [...waitingKey, page],
    queryFn: () => {
      const query = { page, limit: PAGE_LENGTH };
      return answer(adminApi.GET("/api/admin/points/import/waiting", { params: { query } }));
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/**
 * Says what a file would do, or takes it in. The same file never pays twice, so that an import
 * without an answer can be sent again.
 * @throws {CallFailure}
 */
export async function importPoints(file: ArrayBuffer, dryRun: boolean): Promise<Report> {
  const report = await answer(
    adminApi.POST("/api/admin/points/import", {
      params: { query: { dryRun } },
      // The server finds out how the text is encoded. The description has a text for it.
      body: "",
      bodySerializer: () => file,
      headers: { "Content-Type": "text/csv" },
    }),
  );
  if (!dryRun) await reread();
  return report;
}

/**
 * Pays a line that waits to the member whom it means.
 * @throws {CallFailure}
 */
export async function creditLine(id: string, userId: string): Promise<string> {
  const params = { path: { id } };
  const call = adminApi.POST("/api/admin/points/import/waiting/{id}/credit", {
    params,
    body: { userId },
  });
  try {
    return (await answer(call)).message;
  } finally {
    await reread();
  }
}

/**
 * Takes a line that waits out of the list; it is never paid.
 * @throws {CallFailure}
 */
export async function removeLine(id: string): Promise<string> {
  const params = { path: { id } };
  try {
    return (await answer(adminApi.DELETE("/api/admin/points/import/waiting/{id}", { params })))
      .message;
  } finally {
    await reread();
  }
}

/**
 * Keeps all members with their points as a file.
 * @throws {CallFailure}
 */
export async function exportPoints(): Promise<void> {
  // As bytes: a text would lose the mark at its begin, without which spreadsheets garble names.
  saveTable(
    "points.csv",
    await answer(adminApi.GET("/api/admin/points/export", { parseAs: "arrayBuffer" })),
  );
}

/** What waits has changed, and balances may have. */
async function reread(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: waitingKey }),
    queryClient.invalidateQueries({ queryKey: ["admin", "accounts"] }),
  ]);
}
