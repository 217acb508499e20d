import { queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

export type Health = components["schemas"]["HealthAnswer"];
export type Condition = components["schemas"]["Condition"];
export type JobHealth = components["schemas"]["JobHealth"];
export type ServiceHealth = components["schemas"]["ServiceHealth"];
export type UntrustedProxy = components["schemas"]["UntrustedProxy"];
export type BackupFile = components["schemas"]["BackupFile"];
type BackupOrder = components["schemas"]["BackupOrder"];
export type BackupCopy = components["schemas"]["BackupCopy"];

/** How often the page is read while it is in sight. */
const READ_MS = 10_000;

/** How the site fares right now. */
export const healthQuery = queryOptions({
  queryKey: ["admin", "health"],
  queryFn: (): Promise<Health> => answer(adminApi.GET("/api/admin/health")),
  staleTime: 0,
  refetchInterval: READ_MS,
  refetchIntervalInBackground: false,
});

/** Reads it again, and with it all that stands below it on its page. */
export function refreshHealth(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: healthQuery.queryKey });
}

/**
 * Writes everything into one file of the data folder.
 * @throws {CallFailure}
 */
export async function backUp(): Promise<string> {
  const { message } = await answer(adminApi.POST("/api/admin/backup"));
  await refreshHealth();
  return message;
}

/** How far the backup is that is being written. */
export const readBackupProgress = () => answer(adminApi.GET("/api/admin/backup/progress"));

/**
 * Writes a backup and lets the browser fetch it as a file.
 * @throws {CallFailure}
 */
export async function downloadBackup(body: BackupOrder): Promise<void> {
  const { path } = await answer(adminApi.POST("/api/admin/backup/download", { body }));
  // The browser itself loads it: a backup may be too large for the memory of a page.
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
  await refreshHealth();
}
