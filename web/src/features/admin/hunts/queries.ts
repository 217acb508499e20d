import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { siteQuery } from "@/features/site/queries";
import { asFailure, CallFailure } from "@/wire/failure";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import type { SocketEvents } from "@/wire/socket-events";
import { adminApi } from "../session/actions";
import type { Hunt, Importable, Status, WholeHunt } from "./model";
import * as texts from "./texts/en";

type HuntInput = components["schemas"]["HuntInput"];
type SlotInput = components["schemas"]["SlotInput"];
type Saved = components["schemas"]["HuntSaved"];

/** How often hunts are read again by themselves. */
const RELOAD_MS = 5 * 60_000;
const live = {
  everyMs: () => RELOAD_MS,
  /** How often while nothing can be pushed. */
  offlineMs: 15_000,
};

/** All hunts without their slots, newest first. */
const huntsQuery = queryOptions({
  queryKey: ["admin", "hunts", "list"],
  queryFn: async (): Promise<readonly Hunt[]> => answer(adminApi.GET("/api/bonus-hunts")),
  staleTime: 0,
});

/** One hunt with its slots. Ids are found without regard to case. */
const huntQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "hunts", "one", id.toLowerCase()],
    queryFn: async (): Promise<WholeHunt> => {
      if (!isHuntId(id)) throw new CallFailure(badId);
      return answer(adminApi.GET("/api/bonus-hunts/{id}", { params: { path: { id } } }));
    },
    staleTime: 0,
  });

/** What admins have set over hunts, by their ids. */
const overridesQuery = queryOptions({
  queryKey: ["admin", "hunts", "overrides"],
  queryFn: async () => answer(adminApi.GET("/api/bonus-hunts/admin-overrides")),
  staleTime: 0,
});

/** The hunts of the service, as it has them at this moment: asked for when somebody wants to choose. */
export const importableQuery = queryOptions({
  queryKey: ["admin", "hunt-service"],
  queryFn: async (): Promise<readonly Importable[]> =>
    (await answer(adminApi.GET("/api/admin/hunts/external"))).hunts,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});

const badId = { error: "bad_id", status: 400, message: texts.invalidBonusHuntId };

/** Whether a text could be the id of a hunt; the address of another call could not. */
function isHuntId(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text) && text.toLowerCase() !== "admin-overrides";
}

/** All hunts as they are on the server: another admin may be at work on them. */
export function useHunts() {
  return useLive(huntsQuery, { ...live, on: { huntsUpdated: () => stale } });
}

/** One hunt as it is on the server. */
export function useHunt(id: string) {
  return useLive(huntQuery(id), {
    ...live,
    on: {
      huntsUpdated: (pushed) =>
        pushed.id.toLowerCase() === id.toLowerCase() && isNews(pushed) ? stale : undefined,
    },
  });
}

/** What admins have set over hunts, as it is on the server. */
export function useOverrides() {
  return useLive(overridesQuery, {
    ...live,
    on: { huntsUpdated: (pushed) => (isNews(pushed) ? stale : undefined) },
  });
}

/** False for what this window has changed itself and has taken over with the answer. */
function isNews({ id, revision, deleted }: SocketEvents["huntsUpdated"]): boolean {
  return deleted || queryClient.getQueryData(huntQuery(id).queryKey)?.revision !== revision;
}

async function reread(id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: huntQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: overridesQuery.queryKey }),
  ]);
}

/**
 * Takes over what a change answered; after a refusal the hunt is asked for, for it may have changed
 * under the form.
 */
async function kept(id: string, call: Promise<{ data?: Saved; response: Response }>) {
  try {
    const saved = await answer(call);
    const { queryKey } = huntQuery(id);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, { ...saved.hunt, success: true });
    return saved;
  } catch (thrown) {
    void reread(id);
    throw thrown;
  } finally {
    void queryClient.invalidateQueries({ queryKey: huntsQuery.queryKey });
  }
}

/**
 * Makes a hunt.
 * @throws {CallFailure}
 */
export async function createHunt(body: HuntInput): Promise<Saved> {
  return made(adminApi.POST("/api/admin/hunts", { body }));
}

/**
 * Takes a hunt of the service over with all its slots.
 * @throws {CallFailure}
 */
export async function importHunt(id: string): Promise<Saved> {
  const saved = await made(adminApi.POST("/api/admin/hunts/import", { body: { id } }));
  queryClient.setQueryData(huntQuery(saved.hunt.id).queryKey, { ...saved.hunt, success: true });
  return saved;
}

async function made(call: Promise<{ data?: Saved; response: Response }>): Promise<Saved> {
  try {
    return await answer(call);
  } catch (thrown) {
    // The site shows a service's hunts by now: then the page has to say so.
    if (asFailure(thrown).error === "external")
      void queryClient.invalidateQueries({ queryKey: siteQuery.queryKey });
    throw thrown;
  } finally {
    void queryClient.invalidateQueries({ queryKey: huntsQuery.queryKey });
  }
}

/** @throws {CallFailure} */
export async function editHunt(id: string, body: HuntInput): Promise<Saved> {
  const params = { path: { id } };
  return kept(id, adminApi.PUT("/api/admin/hunts/{id}", { params, body }));
}

/**
 * Removes a hunt with all its slots.
 * @returns what the server says of it.
 * @throws {CallFailure}
 */
export async function deleteHunt(id: string): Promise<string> {
  try {
    const params = { path: { id } };
    const { message } = await answer(adminApi.DELETE("/api/admin/hunts/{id}", { params }));
    queryClient.setQueryData(huntsQuery.queryKey, (known) =>
      known?.filter((hunt) => hunt.id !== id),
    );
    return message;
  } finally {
    void queryClient.invalidateQueries({ queryKey: huntsQuery.queryKey });
  }
}

/**
 * Sets the status of a hunt in place of what follows from its slots; null lets it follow them again.
 * @throws {CallFailure} also when the status is no longer the one that is shown.
 */
export async function setStatus(
  { id, status: seenStatus }: Pick<Hunt, "id" | "status">,
  status: Status | null,
): Promise<void> {
  await saveOverride(id, { status, seenStatus });
}

/**
 * Sets whether the caller of one slot gets a tip; other slots stay as they are.
 * @throws {CallFailure}
 */
export async function setTip(id: string, slot: string, hasTip: boolean): Promise<void> {
  await saveOverride(id, { slotTips: { [slot]: hasTip } });
}

async function saveOverride(
  id: string,
  body: components["schemas"]["OverrideInput"],
): Promise<void> {
  const params = { path: { id } };
  try {
    const call = adminApi.PUT("/api/admin/hunts/{id}/override", { params, body });
    const overrides = await answer(call);
    queryClient.setQueryData(overridesQuery.queryKey, overrides);
    await queryClient.invalidateQueries({ queryKey: huntQuery(id).queryKey });
  } catch (thrown) {
    // Not awaited: the failure is shown at once.
    void queryClient.invalidateQueries({ queryKey: huntQuery(id).queryKey });
    throw thrown;
  } finally {
    void queryClient.invalidateQueries({ queryKey: huntsQuery.queryKey });
  }
}

/**
 * Adds a slot behind the others, or replaces what the one with that id says.
 * @throws {CallFailure}
 */
export async function saveSlot(id: string, slot: string | null, body: SlotInput): Promise<Saved> {
  return kept(
    id,
    slot === null
      ? adminApi.POST("/api/admin/hunts/{id}/slots", { params: { path: { id } }, body })
      : adminApi.PUT("/api/admin/hunts/{id}/slots/{slot}", {
          params: { path: { id, slot } },
          body,
        }),
  );
}

/**
 * Opens a slot with what it paid.
 * @throws {CallFailure}
 */
export async function playSlot(id: string, slot: string, winAmount: string): Promise<Saved> {
  const params = { path: { id, slot } };
  const body = { winAmount };
  return kept(id, adminApi.POST("/api/admin/hunts/{id}/slots/{slot}/play", { params, body }));
}

/** @throws {CallFailure} */
export async function deleteSlot(id: string, slot: string): Promise<Saved> {
  const params = { path: { id, slot } };
  return kept(id, adminApi.DELETE("/api/admin/hunts/{id}/slots/{slot}", { params }));
}
