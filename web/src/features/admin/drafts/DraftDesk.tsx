import { type ReactNode, useState } from "react";
import { ConflictDialog } from "./ConflictDialog";
import { DraftBar } from "./DraftBar";
import { DiscardDialog, PushDialog, type PushDialogProps } from "./DraftDialogs";
import type { Side } from "./merge";
import type { Named } from "./model";
import { type DraftList, pushLive, reasonOf } from "./publish";
import * as texts from "./texts/en";
import { useDraft } from "./use-draft";

type DraftDeskProps<Entry extends Named> = {
  list: DraftList<Entry>;
  /** What is updated when it goes live: "the public points shop". */
  what: string;
  /** Stands there although there is nothing to save. */
  always?: boolean;
  /** Asks before the draft goes live. */
  renderPush?: (dialog: PushDialogProps) => ReactNode;
  onDone: (text: string) => void;
  onFailed: (text: string, reason: string) => void;
};

const renderPlain = (dialog: PushDialogProps) => <PushDialog {...dialog} />;

/** Saves a draft, pushes it live or discards it, and asks where it has to. */
export function DraftDesk<Entry extends Named>({
  list,
  what,
  always = false,
  renderPush = renderPlain,
  onDone,
  onFailed,
}: DraftDeskProps<Entry>) {
  const { entries, standing, draft } = useDraft(list);
  const [asking, setAsking] = useState<"push" | "discard" | null>(null);
  const [isResolving, setResolving] = useState(false);
  if (entries === undefined) return null;
  const isSynced = standing === "synced";

  const save = () => {
    try {
      list.drafts.save();
      onDone(texts.draftSavedSuccessfully);
    } catch {
      onFailed(texts.errorSavingDraft, texts.browserKeepsNothingHas);
    }
  };
  const push = async () => {
    try {
      const isLive = (await pushLive(list)) === "live";
      if (isLive) onDone(texts.changesPushedLiveSuccessfully);
      else setResolving(true);
      return isLive;
    } catch (thrown) {
      onFailed(texts.errorPushingChangesLive, reasonOf(thrown));
      return false;
    }
  };
  const discard = () => {
    list.drafts.discard();
    onDone(texts.changesDiscarded);
  };
  const resolve = (sides: ReadonlyMap<string, Side>) => {
    setResolving(false);
    list.drafts.resolve(sides);
    onDone(texts.conflictsResolvedDraft);
  };

  return (
    <>
      {(always || !isSynced) && (
        <DraftBar
          standing={standing}
          hasConflicts={draft !== null && draft.conflicts.length > 0}
          onSave={save}
          onPush={() => setAsking("push")}
          onDiscard={() => setAsking("discard")}
          onResolve={() => setResolving(true)}
        />
      )}
      {asking === "push" && renderPush({ what, onConfirm: push, onClose: () => setAsking(null) })}
      {asking === "discard" && (
        <DiscardDialog onConfirm={discard} onClose={() => setAsking(null)} />
      )}
      {isResolving && asking === null && draft !== null && draft.conflicts.length > 0 && (
        <ConflictDialog
          // Choices apply only to the live version and the conflicts they were made for.
          key={`${draft.base.version} ${draft.conflicts.join()}`}
          list={list}
          draft={draft}
          onClose={() => setResolving(false)}
          onResolve={resolve}
        />
      )}
    </>
  );
}
