import { useEffect, useState } from "react";
import { Checks } from "@/features/games/common/fairness/Checks";
import { Verdict } from "@/features/games/common/fairness/Verdict";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import { type CheckedDraw, checkDraw, type Proof } from "./check-draw";
import type { Giveaway } from "./model";
import * as texts from "./texts/proof.en";

type RecomputedProps = { giveaway: Giveaway; proof: Proof };

/** The draw worked out again in this browser, part by part. */
export default function Recomputed({ giveaway, proof }: RecomputedProps) {
  const [checked, setChecked] = useState<CheckedDraw | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void checkDraw(giveaway, proof).then((outcome) => {
      if (isCurrent) setChecked(outcome);
    });
    return () => {
      isCurrent = false;
    };
  }, [giveaway, proof]);

  if (checked === null)
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner className="size-5" />
        {texts.recomputing}
      </p>
    );
  return (
    <div className="flex flex-col gap-4 animate-rise">
      <Verdict isSame={checked.isSame} hasResult={checked.isWhole} />
      {!checked.isWhole && <Notice>{texts.someChecksMissing}</Notice>}
      <Checks
        lines={checked.parts.map(({ name, state, said }) => ({
          name,
          state,
          said: <span className="font-mono text-xs break-all text-text">{said}</span>,
        }))}
      />
    </div>
  );
}
