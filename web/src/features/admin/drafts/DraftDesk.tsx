import { useState } from "react";
import { ConflictDialog } from "./ConflictDialog";
import { DraftBar } from "./DraftBar";
import { DiscardDialog, PushDialog } from "./DraftDialogs";
import type { Live, Named } from "./model";
import { type DraftList, pushLive, reasonOf } from "./publish";
import { useDraft } from "./use-draft";

type DraftDeskProps<Entry> = {
  list: DraftList<Entry>;
  /** "challenges" or "items". */
  noun: string;
  /** What is updated when it goes live: "the public points shop". */
  what: string;
  /** Stands there although there is nothing to save. */
  always?: boolean;
  onDone: (text: string) => void;
  onFailed: (text: string, reason: string) => void;
};

/** Saves a draft, pushes it live or discards it, and asks where it has to. */
export function DraftDesk<Entry extends Named>({
  list,
  noun,
  what,
  always = false,
  onDone,
  onFailed,
}: DraftDeskProps<Entry>) {
  const { live, entries, standing, isOvertaken } = useDraft(list);
  const [asking, setAsking] = useState<"push" | "discard" | null>(null);
  const [isComparing, setComparing] = useState(false);
  if (live === undefined || entries === undefined) return null;
  const isSynced = standing === "synced";

  const save = () => {
    try {
      list.drafts.save();
      onDone("Draft saved successfully!");
    } catch {
      onFailed("Error saving draft", "This browser keeps nothing, or has no room left.");
    }
  };
  const push = async (over?: Live<Entry>) => {
    try {
      if ((await pushLive(list, over)) === "conflict") {
        setComparing(true);
        return;
      }
      setComparing(false);
      onDone("Changes pushed live successfully!");
    } catch (thrown) {
      setComparing(false);
      onFailed("Error pushing changes live", reasonOf(thrown));
    }
  };
  const discard = () => {
    setComparing(false);
    list.drafts.discard();
    onDone("Changes discarded");
  };

  return (
    <>
      {(always || !isSynced) && (
        <DraftBar
          standing={standing}
          isOvertaken={isOvertaken}
          onSave={save}
          onPush={() => setAsking("push")}
          onDiscard={() => setAsking("discard")}
          onCompare={() => setComparing(true)}
        />
      )}
      {asking === "push" && (
        <PushDialog what={what} onConfirm={() => push()} onClose={() => setAsking(null)} />
      )}
      {asking === "discard" && (
        <DiscardDialog onConfirm={discard} onClose={() => setAsking(null)} />
      )}
      {isComparing && asking === null && !isSynced && (
        <ConflictDialog
          list={list}
          live={live}
          entries={entries}
          noun={noun}
          onClose={() => setComparing(false)}
          onOverwrite={push}
          onTakeLive={() => setAsking("discard")}
        />
      )}
    </>
  );
}
