import { Bone } from "lucide-react";
import { Hit, ResultStage } from "../../common/checker/result-parts";
import * as texts from "../texts/check.en";
import type { SlotProof } from "./prove";

/** The board the reels stop on: bones with their values, all else in words. */
export function SlotResult({ proof }: { proof: SlotProof }) {
  const values = new Map(proof.bones.map(({ cell, value }) => [cell, value]));
  const cells = proof.board.flat().map((symbol, cell) => ({ symbol, cell }));
  return (
    <ResultStage className="max-sm:px-2">
      <ol aria-label={texts.board} className="grid w-full max-w-md grid-cols-5 gap-1">
        {cells.map(({ symbol, cell }) => (
          <li key={cell}>
            <Cell symbol={symbol} value={values.get(cell)} />
          </li>
        ))}
      </ol>
      <div className="mt-4">
        <Hit won={proof.tier > 0}>
          {proof.tier === 0
            ? texts.noWin(proof.label)
            : texts.win(proof.tier, proof.bones.length, proof.multiplier, proof.label)}
        </Hit>
      </div>
    </ResultStage>
  );
}

function Cell({ symbol, value }: { symbol: string; value: string | undefined }) {
  if (value === undefined)
    return (
      <span className="flex aspect-[5/4] items-center justify-center overflow-hidden rounded-sm bg-ink-850 text-xs tracking-tight text-muted max-sm:text-[0.625rem]">
        {texts.symbols[symbol] ?? symbol}
      </span>
    );
  return (
    <span className="flex aspect-[5/4] flex-col items-center justify-center rounded-sm bg-gold-400/14 text-gold-300 ring-1 ring-gold-400/50 ring-inset">
      <Bone aria-hidden="true" className="size-4.5" />
      <span className="sr-only">{texts.boneWorth}</span>
      <span className="text-sm font-semibold">{value}</span>
    </span>
  );
}
