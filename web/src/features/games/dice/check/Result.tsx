import { cx } from "@/ui/cx";
import { Hit, ResultStage } from "../../common/checker/result-parts";
import type { Fields } from "../../common/tables/reading";
import * as texts from "../texts/check.en";
import type { DiceProof } from "./prove";

/** The roll on its scale, the winning side lit. */
export function DiceResult({ proof, params }: { proof: DiceProof; params: Fields }) {
  const target = Number(params.target);
  const isUnder = params.direction === "under";
  return (
    <ResultStage>
      <p className="font-display text-4xl font-extrabold tracking-tight">{proof.roll}</p>
      <Hit won={proof.won}>{texts.result(proof.won, isUnder, target)}</Hit>
      <div aria-hidden="true" className="relative mt-5 h-3 w-full">
        <span className="absolute inset-0 rounded-full bg-loss/20" />
        <span
          className="absolute inset-y-0 rounded-full bg-win/70"
          style={
            isUnder ? { left: 0, right: `${100 - target}%` } : { left: `${target}%`, right: 0 }
          }
        />
        <span
          className={cx(
            "absolute -top-1.5 h-6 w-1 -translate-x-1/2 rounded-full ring-4 ring-ink-950",
            proof.won ? "bg-win" : "bg-text",
          )}
          style={{ left: `${proof.roll}%` }}
        />
      </div>
      <div
        aria-hidden="true"
        className="mt-2 flex w-full justify-between text-xs font-medium text-muted"
      >
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </div>
    </ResultStage>
  );
}
