import { asFailure, CallFailure } from "@/wire/failure";
import { queryClient } from "@/wire/queries";
import { type Live, sameLists, type Trait } from "./model";
import type { Drafts } from "./store";

/** What is known of a list that is published whole. */
export type DraftList<Entry> = {
  queryKey: readonly string[];
  drafts: Drafts<Entry>;
  traits: readonly Trait<Entry>[];
  /** Reads what is live. */
  read: () => Promise<Live<Entry>>;
  /** Publishes in place of the list of this version. */
  send: (
    entries: Entry[],
    headers: { "If-Match": string },
  ) => Promise<{ success: boolean; version: string }>;
};

/** What is live, as a query. */
export function liveQuery<Entry>({ queryKey, read }: DraftList<Entry>) {
  return { queryKey, queryFn: read, staleTime: 0 };
}

/** A list with the version that its answer is tagged with. */
export function taggedList<Entry>(entries: readonly Entry[], response: Response): Live<Entry> {
  // A proxy that compresses the answer makes its tag a weak one.
  const tag = /^(?:W\/)?"(.*)"$/.exec(response.headers.get("ETag") ?? "");
  return { version: tag?.[1] ?? null, entries };
}

/**
 * Sends the whole draft. "conflict" says that somebody else has published another list meanwhile,
 * which is what is shown as live from then on.
 * @param over the list that the draft may take the place of; its own base unless its author says so.
 * @throws {CallFailure} for any other refusal; the draft stays.
 */
export async function pushLive<Entry>(
  list: DraftList<Entry>,
  over?: Live<Entry>,
): Promise<"live" | "conflict"> {
  const draft = list.drafts.current();
  if (draft === null) return "live";
  const base = over ?? draft.base;
  // Without a version the server could not tell whether it takes the place of somebody else's list.
  if (base.version !== null) {
    try {
      await send(list, draft.entries, base.version);
      return "live";
    } catch (thrown) {
      if (asFailure(thrown).error !== "version_conflict") throw thrown;
    }
  }
  const live = await queryClient.fetchQuery(liveQuery(list));
  if (live.version === null) throw unversioned();
  // A version can change without the list: that is nobody's work that would be lost.
  if (sameLists(list.traits, base.entries, live.entries)) {
    await send(list, draft.entries, live.version);
    return "live";
  }
  return "conflict";
}

async function send<Entry>(
  { queryKey, drafts, send: post }: DraftList<Entry>,
  entries: readonly Entry[],
  version: string,
): Promise<void> {
  const done = await post([...entries], { "If-Match": `"${version}"` });
  if (!done.success) throw unconfirmed();
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Live<Entry>>(queryKey, { version: done.version, entries });
  drafts.discard();
  // New entries have got ids of the server's.
  void queryClient.invalidateQueries({ queryKey });
}

const UNCONFIRMED = "Server did not confirm successful update";

function unconfirmed(): CallFailure {
  return new CallFailure({ error: "unconfirmed", message: UNCONFIRMED, status: 200 });
}

function unversioned(): CallFailure {
  const message = "The server did not say which version is live. Your draft is kept.";
  return new CallFailure({ error: "unversioned", message, status: 0 });
}

/** Why a draft was not published (specification 2, section 8). */
export function reasonOf(thrown: unknown): string {
  const failure = asFailure(thrown);
  // An answer that came through and does not say yes.
  if (failure.status === 200) return failure.said ?? UNCONFIRMED;
  const fields = Object.entries(failure.fields).map(([name, text]) => `${name}: ${text}`);
  return fields.length > 0 ? fields.join(", ") : failure.message;
}
