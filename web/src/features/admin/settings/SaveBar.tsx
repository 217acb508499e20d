import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import * as texts from "./texts/en";

type SaveBarProps = {
  isChanged: boolean;
  isBusy: boolean;
  /** It was saved while this page was open. */
  isSaved: boolean;
  /** Why it was not saved. */
  problem: ReactNode;
  onDiscard: () => void;
};

/** The end of a form. It stays in sight while there is something to save. */
export function SaveBar({ isChanged, isBusy, isSaved, problem, onDiscard }: SaveBarProps) {
  const hasProblem = problem !== false && problem !== null;
  const Icon = hasProblem ? CircleAlert : isChanged ? CircleDashed : CircleCheck;
  return (
    <div
      className={cx(
        "z-20 mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border bg-ink-900 px-5 py-3.5 shadow-card",
        isChanged && "sticky bottom-[calc(0.75rem+var(--message-strip))]",
        hasProblem ? "border-loss/40" : isChanged ? "border-line-strong" : "border-line",
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-3 text-sm">
        <Icon
          aria-hidden="true"
          className={cx(
            "mt-0.5 size-4.5 shrink-0",
            hasProblem ? "text-loss" : isChanged ? "text-muted" : "text-win",
          )}
        />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <div role="status">
            {!hasProblem && <span>{isChanged ? texts.haveUnsaved : texts.allSaved}</span>}
            {!hasProblem && !isChanged && isSaved && <span className="ml-1">{texts.live}</span>}
          </div>
          <div role="alert">{hasProblem && problem}</div>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {isChanged && (
          <Button tone="ghost" disabled={isBusy} onClick={onDiscard}>
            {texts.discard}
          </Button>
        )}
        <Button tone="gold" type="submit" busy={isBusy} disabled={!isChanged}>
          {texts.save}
        </Button>
      </div>
    </div>
  );
}
