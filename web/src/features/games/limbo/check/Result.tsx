import { Hit, ResultStage } from "../../common/checker/result-parts";
import * as texts from "../texts/check.en";
import type { LimboProof } from "./prove";

/** The result against the target. */
export function LimboResult({ proof }: { proof: LimboProof }) {
  return (
    <ResultStage>
      <p className="font-display text-4xl font-extrabold tracking-tight">
        {proof.result}
        <span className="text-muted">×</span>
      </p>
      <Hit won={proof.won}>{texts.result(proof.won, proof.multiplier)}</Hit>
    </ResultStage>
  );
}
