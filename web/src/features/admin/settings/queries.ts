import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { readAgain } from "@/wire/rereads";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import type { Values } from "./values";

type Schemas = components["schemas"];
type Settings = Schemas["SettingsAnswer"];
export type SectionState = Schemas["SettingsSection"];
export type Version = Schemas["SettingsVersion"];
export type SecretState = Schemas["SecretShown"];
export type DecidedBy = Schemas["DecidedBy"];
export type Difference = Schemas["Difference"];
export type SettingsFile = Schemas["SettingsFile"];
export type Compared = Schemas["SettingsCompared"];
export type GameReturn = Pick<Schemas["GameReturn"], "game" | "highestReturn" | "aboveOne">;

type WireValues = SectionState["values"];

const key = ["admin", "settings"] as const;

/** All sections, with what is shown of the secrets. */
const settingsQuery = queryOptions({
  queryKey: [...key, "all"],
  queryFn: (): Promise<Settings> => answer(adminApi.GET("/api/admin/settings")),
  staleTime: 0,
});

/** The same, read again when settings have changed. */
export function useSettings() {
  return useLive(settingsQuery, { on: { siteSettingsChanged: () => stale } });
}

/** Whose passkeys stop working when the host of the site's address changes. */
export const passkeyOwnersQuery = queryOptions({
  queryKey: [...key, "passkeys"],
  queryFn: () => answer(adminApi.GET("/api/admin/settings/place/passkeys")),
  staleTime: 0,
});

export const rereadSettings = () => readAgain(settingsQuery.queryKey);

/** The versions of a section, newest first. `revision` is the one now: another one means that there is a new version. */
export const historyQuery = (section: string, revision: number) =>
  queryOptions({
    queryKey: [...key, "history", section, revision],
    queryFn: async (): Promise<readonly Version[]> => {
      const params = { path: { section } };
      const path = "/api/admin/settings/{section}/history";
      return (await answer(adminApi.GET(path, { params }))).versions;
    },
  });

/** What restoring a version would change, compared with the one now. */
export const revisionQuery = (section: string, earlier: number, revision: number) =>
  queryOptions({
    queryKey: [...key, "revision", section, earlier, revision],
    queryFn: async (): Promise<readonly Difference[]> => {
      const params = { path: { section, revision: earlier } };
      const path = "/api/admin/settings/{section}/history/{revision}";
      return (await answer(adminApi.GET(path, { params }))).differences;
    },
  });

type Save = {
  section: string;
  revision: number;
  values: Values;
  secrets: Readonly<Record<string, string>>;
  confirmed: string;
};

/**
 * Saves a section.
 * @throws {CallFailure}
 */
export async function saveSection(order: Save): Promise<SectionState> {
  const { section, values, secrets, ...rest } = order;
  const { revision, confirmed } = rest;
  const body = { revision, confirmed, values: toWire(values), secrets: { ...secrets } };
  const params = { path: { section } };
  const path = "/api/admin/settings/{section}";
  const saved = await answer(adminApi.PUT(path, { params, body }));
  takeOver(saved);
  return saved.section;
}

type Restore = { section: string; revision: number; earlier: number; confirmed: string };

/**
 * Restores an earlier version of a section.
 * @throws {CallFailure}
 */
export async function restore({ section, earlier, revision, confirmed }: Restore): Promise<void> {
  const params = { path: { section, revision: earlier } };
  const path = "/api/admin/settings/{section}/history/{revision}/restore";
  takeOver(await answer(adminApi.POST(path, { params, body: { revision, confirmed } })));
}

/** Puts the answer to a change in place of what was read before it. */
function takeOver({ section, secrets }: Schemas["SettingsSaved"]): void {
  const { queryKey } = settingsQuery;
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (known) => {
    if (known === undefined) return known;
    const sections = known.sections.map((one) => (one.name === section.name ? section : one));
    return { ...known, sections, secrets };
  });
}

/** The settings as a file, without secrets. */
export const exportSettings = async (): Promise<SettingsFile> =>
  (await answer(adminApi.GET("/api/admin/settings/export"))).file;

/** The settings of the example streamer as a file. */
export const exampleSettings = async (): Promise<SettingsFile> =>
  (await answer(adminApi.GET("/api/admin/settings/example"))).file;

/** What an import of the file would change. */
export const compareFile = (file: SettingsFile): Promise<Compared> =>
  answer(adminApi.POST("/api/admin/settings/compare", { body: file }));

type Import = { file: SettingsFile; revisions: Compared["revisions"]; confirmed: string };

/**
 * Imports a file as one change.
 * @throws {CallFailure}
 */
export async function importFile({ file, revisions, confirmed }: Import): Promise<void> {
  const body = { file, revisions, confirmed };
  await answer(adminApi.POST("/api/admin/settings/import", { body }));
  await rereadSettings();
}

/** The highest return of each game for tables that are being typed. */
export const returnsQuery = (tables: Values) =>
  queryOptions({
    queryKey: [...key, "returns", JSON.stringify(tables)],
    queryFn: () =>
      answer(
        adminApi.POST("/api/admin/settings/games/returns", { body: { tables: tablesOf(tables) } }),
      ),
    gcTime: 60_000,
    staleTime: 60_000,
  });

/** Sends a test email with the saved settings. */
export const sendTestMail = (to: string) =>
  answer(adminApi.POST("/api/admin/settings/mail/test", { body: { to } }));

/** A service outside that can be tested. */
export type Service = "wagers" | "hunts" | "kick";

/** Asks an external service with the saved settings. */
export const testService = (service: Service) =>
  answer(
    adminApi.POST("/api/admin/settings/services/{service}/test", { params: { path: { service } } }),
  );

function toWire(values: Values): WireValues {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description has no type for values of any kind
  return values as WireValues;
}

function tablesOf(tables: Values): Schemas["TablesToCheck"]["tables"] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description has no type for tables of all games
  return tables as Schemas["TablesToCheck"]["tables"];
}

/** A file that was chosen, if it is one with settings. */
export function readFile(text: string): SettingsFile | null {
  try {
    const file: unknown = JSON.parse(text);
    return isFile(file) ? file : null;
  } catch {
    return null;
  }
}

function isFile(file: unknown): file is SettingsFile {
  if (typeof file !== "object" || file === null) return false;
  const { format, sections } = file as { format?: unknown; sections?: unknown };
  return typeof format === "number" && typeof sections === "object" && sections !== null;
}
