import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Live, Named } from "./model";
import { type DraftList, liveQuery } from "./publish";

export type DraftStanding = "synced" | "unsaved" | "saved";

/** A list that is being worked on: the draft where there is one, else what is live. */
export function useDraft<Entry extends Named>(list: DraftList<Entry>) {
  const query = useQuery(liveQuery(list));
  const { draft, isSaved } = list.drafts.use();
  const live: Live<Entry> | undefined = query.data;
  useEffect(() => {
    if (live !== undefined) list.drafts.follow(live);
  }, [live, list]);
  const standing: DraftStanding = draft === null ? "synced" : isSaved ? "saved" : "unsaved";
  return {
    query,
    live,
    /** What is shown; undefined until what is live has been read. */
    entries: live === undefined ? undefined : (draft?.entries ?? live.entries),
    standing,
    draft,
    /** Makes this the draft. */
    change: (next: readonly Entry[]) => {
      if (live !== undefined) list.drafts.change(live, next);
    },
  };
}
