import { queryOptions } from "@tanstack/react-query";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";
import { keepAdminToken } from "../../session/store";

export type SetupState = components["schemas"]["SetupState"];
type SetupOrder = components["schemas"]["SetupOrder"];

/** What a site without an owner begins with; refused with 404 once it has one. */
export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: () => answer(api.GET("/api/setup")),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The header with a passphrase or private key. */
function secretHeader(secret: string) {
  if (secret === "") return {};
  const key = secret.trim();
  if (key.toUpperCase().startsWith("AGE-SECRET-KEY-")) return { "X-Identity": key };
  // Headers have no other letters than those of ASCII.
  return { "X-Passphrase": btoa(String.fromCodePoint(...new TextEncoder().encode(secret))) };
}

/**
 * Restores a backup into the new site, which then starts again.
 * @throws {CallFailure}
 */
export async function restoreBackup(order: {
  code: string;
  file: File;
  /** Passphrase or private key of an encrypted backup; empty for one that is not. */
  secret: string;
}): Promise<void> {
  const { code, file, secret } = order;
  const call = api.POST("/api/setup/restore", {
    params: { header: { "X-Setup-Code": code, ...secretHeader(secret) } },
    // The description has the bytes as numbers; the file itself is sent.
    body: [],
    bodySerializer: () => file,
    headers: { "Content-Type": "application/octet-stream" },
  });
  await answer(call);
}

/** How far the restore is that was begun with this code. */
export const readRestoreProgress = (code: string) =>
  answer(api.GET("/api/setup/restore/progress", { params: { header: { "X-Setup-Code": code } } }));

/** Whether the site has started with a backup: it has an owner, or waits for the owner's new password. */
export async function readRestart(): Promise<"starting" | "needsPassword" | "hasOwner"> {
  try {
    const { restored } = await answer(api.GET("/api/setup"));
    return restored ? "needsPassword" : "starting";
  } catch (thrown) {
    return asFailure(thrown).status === 404 ? "hasOwner" : "starting";
  }
}

/** Sets the site up, and logs its owner in. */
export async function setUp(order: SetupOrder): Promise<void> {
  const { token } = await answer(api.POST("/api/setup", { body: order }));
  keepAdminToken(token);
}
