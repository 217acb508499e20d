import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../../session/actions";
import { saveTable } from "../../shell/save-file";

export type Report = components["schemas"]["Report"];
export type LineReport = components["schemas"]["LineReport"];
export type WaitingLine = components["schemas"]["WaitingLine"];
export type ImportItem = components["schemas"]["ImportItem"];
export type LinkedLines = components["schemas"]["LinkedLines"];
export type LinkedCredited = components["schemas"]["LinkedCredited"];
export type FileColumns = components["schemas"]["FileColumns"];
export type FileColumn = components["schemas"]["FileColumn"];
export type ColumnChoice = components["schemas"]["Column"] | "ignored";

/** What a person says about a file. The server reads the rest from the file. */
export type FileLayout = {
  encoding?: components["schemas"]["TextEncoding"];
  /** Choices for the columns from the left, joined by commas. */
  columns?: string;
  header?: boolean;
  thousands?: "comma" | "point" | "space" | "apostrophe";
};

/** The largest file that the server takes. */
export const FILE_BYTES_MAX = 5 * 1024 * 1024;
/** Lines of a page. */
const PAGE_LENGTH = 6;

const waitingKey = ["admin", "imports", "waiting"] as const;

export type WaitingSearch = { q: string; page: number };

export const firstWaiting: WaitingSearch = { q: "", page: 1 };

/** A page of the lines that wait for a link or for an admin, oldest first. */
export const waitingQuery = ({ q, page }: WaitingSearch) =>
  queryOptions({
    queryKey: [...waitingKey, q, page],
    queryFn: () => {
      const query = { page, limit: PAGE_LENGTH, ...(q !== "" && { q }) };
      return answer(adminApi.GET("/api/admin/points/import/waiting", { params: { query } }));
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const importsKey = ["admin", "imports", "list"] as const;

/** How often the list is read again while an import is being taken back. */
const TAKING_BACK_EVERY_MS = 3000;

/** The imports, newest first. */
export const importsQuery = queryOptions({
  queryKey: importsKey,
  queryFn: async () => (await answer(adminApi.GET("/api/admin/points/imports"))).items,
  staleTime: 0,
  refetchInterval: ({ state: { data = [] } }) =>
    data.some(({ takenBack }) => takenBack?.done === false) && TAKING_BACK_EVERY_MS,
});

/**
 * Takes an import back: from each member what it paid, at most the balance.
 * @throws {CallFailure}
 */
export async function takeBack(number: string): Promise<string> {
  const params = { path: { import: number } };
  try {
    return (await answer(adminApi.POST("/api/admin/points/imports/{import}/take-back", { params })))
      .message;
  } finally {
    await reread();
  }
}

/** The body of a call with a file. The server decodes the bytes; the description says that they are a text. */
const csvBody = (file: ArrayBuffer) => ({
  body: "",
  bodySerializer: () => file,
  headers: { "Content-Type": "text/csv" },
});

/** Cached answers are told apart by a number, because a key has no bytes. */
const fileNumbers = new WeakMap<ArrayBuffer, number>();
let filesChosen = 0;

function numberOf(file: ArrayBuffer): number {
  const number = fileNumbers.get(file) ?? ++filesChosen;
  fileNumbers.set(file, number);
  return number;
}

/** The columns of a file with a few cells of each, read as the layout says. */
export const columnsQuery = (file: ArrayBuffer, layout: FileLayout) =>
  queryOptions({
    queryKey: ["admin", "imports", "columns", numberOf(file), layout],
    queryFn: () =>
      answer(
        adminApi.POST("/api/admin/points/import/columns", {
          params: { query: layout },
          ...csvBody(file),
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/**
 * Says what a file would do, or takes it in. The same file never pays twice, so that an import
 * without an answer can be sent again.
 * @throws {CallFailure}
 */
export async function importPoints(
  file: ArrayBuffer,
  dryRun: boolean,
  layout: FileLayout,
): Promise<Report> {
  const params = { query: { ...layout, dryRun } };
  const report = await answer(
    adminApi.POST("/api/admin/points/import", { params, ...csvBody(file) }),
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
 * Pays all lines that name a linked Kick account by name only.
 * @throws {CallFailure}
 */
export async function creditLinked(): Promise<LinkedCredited> {
  try {
    return await answer(adminApi.POST("/api/admin/points/import/waiting/credit-linked"));
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
    queryClient.invalidateQueries({ queryKey: importsKey }),
    queryClient.invalidateQueries({ queryKey: ["admin", "accounts"] }),
  ]);
}
