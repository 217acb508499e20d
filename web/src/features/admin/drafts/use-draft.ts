import { hashKey, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "@/wire/queries";
import { type Live, type Named, sameEntries } from "./model";
import { type DraftList, liveQuery } from "./publish";

export type DraftStanding = "synced" | "unsaved" | "saved";

/** A list that is being worked on: the draft where there is one, else what is live. */
export function useDraft<Entry extends Named>(list: DraftList<Entry>) {
  const query = useQuery(liveQuery(list));
  const { draft, isSaved } = list.drafts.use();
  const live: Live<Entry> | undefined = query.data;
  useEffect(() => followReads(list), [list]);
  const entries = live === undefined ? undefined : (draft?.entries ?? live.entries);
  const standing: DraftStanding = draft === null ? "synced" : isSaved ? "saved" : "unsaved";
  return {
    query,
    live,
    /** The entries to show; undefined until the live list has been read. */
    entries,
    standing,
    draft,
    /** Makes this the draft. */
    change: (next: readonly Entry[]) => {
      if (live !== undefined) list.drafts.change(live, next);
    },
    /**
     * Saves a form in the draft. The entry may have changed since the form was opened with it, so
     * the edit starts from the current one. Returns false when the list no longer has the entry.
     */
    edit: (opened: Entry, apply: (current: Entry) => Edit<Entry>): boolean => {
      // A push may have renamed a new entry.
      const current =
        entries?.find(({ id }) => id === opened.id) ??
        entries?.find((one) => sameEntries(list.traits, one, opened));
      if (live === undefined || entries === undefined || current === undefined) return false;
      const { entry, isConflict } = apply(current);
      const next = entries.map((one) => (one === current ? entry : one));
      list.drafts.change(live, next, isConflict ? [entry.id] : []);
      return true;
    },
  };
}

/** An edited entry, and whether another change of it is in conflict with the edit. */
type Edit<Entry> = { entry: Entry; isConflict: boolean };

/**
 * Merges the draft with each list that is read from the server. A cached list may be older than the
 * draft, which another window may have merged with a newer one. Returns how to stop.
 */
function followReads<Entry extends Named>({ queryKey, drafts }: DraftList<Entry>): () => void {
  const hash = hashKey(queryKey);
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryHash !== hash) return;
    const { action } = event;
    // `setQueryData` is manual.
    if (action.type !== "success" || action.manual === true) return;
    const live = queryClient.getQueryData<Live<Entry>>(queryKey);
    if (live !== undefined) drafts.follow(live);
  });
}
