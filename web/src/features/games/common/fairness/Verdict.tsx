import { CircleCheck, CircleX, Sigma } from "lucide-react";
import { cx } from "@/ui/cx";
import * as texts from "../texts/round-check.en";

type VerdictProps = {
  /** Whether all that was stated is the same; null when nothing was. */
  isSame: boolean | null;
  /** A result was stated, not only a commitment. */
  hasResult: boolean;
};

/** The outcome of the check in one sentence. */
export function Verdict({ isSame, hasResult }: VerdictProps) {
  const Icon = isSame === null ? Sigma : isSame ? CircleCheck : CircleX;
  return (
    <div
      role="status"
      className={cx(
        "flex items-start gap-3 rounded-md border px-4 py-3.5",
        isSame === null && "border-line bg-ink-850",
        isSame === true && "border-win/35 bg-win/10",
        isSame === false && "border-loss/40 bg-loss/10",
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx(
          "mt-0.5 size-5.5 shrink-0",
          isSame === null ? "text-muted" : isSame ? "text-win" : "text-loss",
        )}
      />
      <div>
        <p className="font-display text-base font-bold">{title(isSame, hasResult)}</p>
        <p className="mt-0.5 text-sm text-muted">{words(isSame, hasResult)}</p>
      </div>
    </div>
  );
}

function title(isSame: boolean | null, hasResult: boolean): string {
  if (isSame === null) return texts.recomputed;
  if (!isSame) return texts.notEverythingMatches;
  return hasResult ? texts.everythingMatches : texts.commitmentMatches;
}

function words(isSame: boolean | null, hasResult: boolean): string {
  if (isSame === null) return texts.whatTheseValuesMake;
  if (!isSame) return texts.whatDiffersMarkedBelow;
  return hasResult ? texts.seedOneWasPromised : texts.seedOneWasPromisedCompare;
}
