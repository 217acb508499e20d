import { asFailure, CallFailure } from "@/wire/failure";
import { queryClient } from "@/wire/queries";
import type { Live, Named, Trait } from "./model";
import type { Drafts } from "./store";
import * as texts from "./texts/en";

/** What is known of a list that is published whole. */
export type DraftList<Entry extends Named> = {
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
export function liveQuery<Entry extends Named>({ queryKey, read }: DraftList<Entry>) {
  return { queryKey, queryFn: read, staleTime: 0 };
}

/** A list with the version that its answer is tagged with. */
export function taggedList<Entry>(entries: readonly Entry[], response: Response): Live<Entry> {
  // A proxy that compresses the answer makes its tag a weak one.
  const tag = /^(?:W\/)?"(.*)"$/.exec(response.headers.get("ETag") ?? "");
  return { version: tag?.[1] ?? null, entries };
}

/**
 * Publishes the draft. When another admin has published meanwhile, it is merged into their list first.
 * "conflict": both have changed the same, and the draft's author has to decide.
 * @throws {CallFailure} for any other refusal; the draft stays.
 */
export async function pushLive<Entry extends Named>(
  list: DraftList<Entry>,
): Promise<"live" | "conflict"> {
  const { drafts, queryKey } = list;
  // After a push, new entries have the draft's ids until the server's list has been read.
  if (queryClient.getQueryState(queryKey)?.isInvalidated === true) await readAndFollow(list);
  const draft = drafts.current();
  if (draft === null) return "live";
  if (draft.conflicts.length > 0) return "conflict";
  // Without a version the server could not tell whether it replaces another admin's list.
  if (draft.base.version !== null) {
    try {
      await send(list, draft.entries, draft.base.version);
      return "live";
    } catch (thrown) {
      if (asFailure(thrown).error !== "version_conflict") throw thrown;
    }
  }
  const live = await readAndFollow(list);
  if (live.version === null) throw unversioned();
  const merged = drafts.current();
  // The live list is the same already.
  if (merged === null) return "live";
  if (merged.conflicts.length > 0) return "conflict";
  await send(list, merged.entries, live.version);
  return "live";
}

async function readAndFollow<Entry extends Named>(list: DraftList<Entry>): Promise<Live<Entry>> {
  const live = await queryClient.fetchQuery(liveQuery(list));
  list.drafts.follow(live);
  return live;
}

async function send<Entry extends Named>(
  { queryKey, drafts, send: post }: DraftList<Entry>,
  entries: readonly Entry[],
  version: string,
): Promise<void> {
  const done = await post([...entries], { "If-Match": `"${version}"` });
  if (!done.success) throw unconfirmed();
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Live<Entry>>(queryKey, { version: done.version, entries });
  drafts.discard();
  // The server gave new entries its own ids.
  void queryClient.invalidateQueries({ queryKey });
}

const UNCONFIRMED = texts.serverDidNotConfirm;

function unconfirmed(): CallFailure {
  return new CallFailure({ error: "unconfirmed", message: UNCONFIRMED, status: 200 });
}

function unversioned(): CallFailure {
  const message = texts.serverDidNotSay;
  return new CallFailure({ error: "unversioned", message, status: 0 });
}

/** Why a draft was not published. */
export function reasonOf(thrown: unknown): string {
  const failure = asFailure(thrown);
  // An answer that came through and does not say yes.
  if (failure.status === 200) return failure.said ?? UNCONFIRMED;
  const fields = Object.entries(failure.fields).map(([name, text]) => `${name}: ${text}`);
  return fields.length > 0 ? fields.join(", ") : failure.message;
}
