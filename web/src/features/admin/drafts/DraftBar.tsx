import { CircleCheck, CircleDashed, Save, Undo, UploadCloud } from "lucide-react";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import * as texts from "./texts/en";
import type { DraftStanding } from "./use-draft";

type DraftBarProps = {
  standing: DraftStanding;
  /** Another admin has changed the same entries. */
  hasConflicts: boolean;
  onSave: () => void;
  onPush: () => void;
  onDiscard: () => void;
  onResolve: () => void;
};

const descriptions: Readonly<Record<DraftStanding, { title: string; detail: string }>> = {
  synced: { title: texts.allChangesSavedSynced, detail: texts.whatSeeWhatLive },
  unsaved: {
    title: texts.haveUnsavedChanges,
    detail: texts.saveDraftBrowserPush,
  },
  saved: {
    title: texts.draftSavedBrowser,
    detail: texts.nobodyElseSeesUntil,
  },
};

/** Where the draft stands, and what can be done with it. */
export function DraftBar({
  standing,
  hasConflicts,
  onSave,
  onPush,
  onDiscard,
  onResolve,
}: DraftBarProps) {
  const { title, detail } = descriptions[standing];
  const isSynced = standing === "synced";
  const Icon = isSynced ? CircleCheck : CircleDashed;
  return (
    <div
      data-keeps-focus
      className={cx(
        "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border bg-ink-900 px-5 py-3.5 shadow-card",
        isSynced ? "border-line" : "border-gold-400/35",
      )}
    >
      <div role="status" className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon
          aria-hidden="true"
          className={cx("mt-0.5 size-5 shrink-0", isSynced ? "text-win" : "text-gold-300")}
        />
        <p tabIndex={-1} className="min-w-0 outline-none">
          <span className="block text-sm font-semibold">{title}</span>
          <span className={cx("block text-sm text-muted", !hasConflicts && "max-sm:hidden")}>
            {hasConflicts ? texts.anotherAdminChangedSameEntries : detail}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {hasConflicts && <Button onClick={onResolve}>{texts.resolveConflicts}</Button>}
        <Button
          tone="ghost"
          disabled={isSynced}
          onClick={onDiscard}
          icon={<Undo aria-hidden="true" className="size-4" />}
        >
          {texts.discard}
        </Button>
        <Button
          disabled={standing !== "unsaved"}
          onClick={onSave}
          icon={<Save aria-hidden="true" className="size-4" />}
        >
          {texts.saveDraft}
        </Button>
        <Button
          tone="gold"
          disabled={isSynced}
          onClick={onPush}
          icon={<UploadCloud aria-hidden="true" className="size-4.5" />}
        >
          {texts.pushLive}
        </Button>
      </div>
    </div>
  );
}
