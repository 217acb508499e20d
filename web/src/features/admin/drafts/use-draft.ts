import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Live } from "./model";
import { type DraftList, liveQuery } from "./publish";

export type DraftStanding = "synced" | "unsaved" | "saved";

/** A list that is being worked on: the draft where there is one, else what is live. */
export function useDraft<Entry>(list: DraftList<Entry>) {
  const query = useQuery(liveQuery(list));
  const { draft, isSaved } = list.drafts.use();
  const live: Live<Entry> | undefined = query.data;
  useEffect(() => {
    if (live !== undefined) list.drafts.meet(live);
  }, [live, list]);
  const standing: DraftStanding = draft === null ? "synced" : isSaved ? "saved" : "unsaved";
  return {
    query,
    live,
    /** What is shown; undefined until what is live has been read. */
    entries: live === undefined ? undefined : (draft?.entries ?? live.entries),
    standing,
    /** Somebody else has published since the draft was begun. */
    isOvertaken: draft !== null && live !== undefined && live.version !== draft.base.version,
    /** Makes this the draft. */
    change: (next: readonly Entry[]) => {
      if (live !== undefined) list.drafts.change(live, next);
    },
  };
}
