import { hashKey, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "@/wire/queries";
import type { Live, Named } from "./model";
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
  };
}

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
