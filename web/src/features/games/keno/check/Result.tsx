import { cx } from "@/ui/cx";
import { Hit, ResultStage } from "../../common/checker/result-parts";
import type { Fields } from "../../common/tables/reading";
import * as texts from "../texts/check.en";
import type { KenoProof } from "./prove";

/** The board: what was drawn, what was picked, and where both meet. */
export function KenoResult({ proof, params }: { proof: KenoProof; params: Fields }) {
  const picks: readonly unknown[] = Array.isArray(params.picks) ? params.picks : [];
  return (
    <ResultStage>
      <ol aria-label={texts.board} className="grid w-full max-w-96 grid-cols-8 gap-1">
        {Array.from({ length: 40 }, (_, index) => index + 1).map((number) => (
          <Cell
            key={number}
            number={number}
            isPicked={picks.includes(number)}
            isDrawn={proof.drawn.includes(number)}
          />
        ))}
      </ol>
      <p className="mt-4 text-center text-sm text-muted">
        {texts.drawnOrder(<span className="text-text">{proof.drawn.join(", ")}</span>)}
      </p>
      <div className="mt-2">
        <Hit won={proof.payout > 0}>{texts.result(proof.hits, picks.length, proof.multiplier)}</Hit>
      </div>
    </ResultStage>
  );
}

type CellProps = { number: number; isPicked: boolean; isDrawn: boolean };

function Cell({ number, isPicked, isDrawn }: CellProps) {
  return (
    <li
      className={cx(
        "flex aspect-square items-center justify-center rounded-sm text-sm font-semibold",
        isPicked && isDrawn
          ? "bg-win/20 text-win ring-2 ring-win ring-inset"
          : isDrawn
            ? "bg-ink-700 text-text"
            : isPicked
              ? "text-text ring-2 ring-ink-600 ring-inset"
              : "text-faint",
      )}
    >
      {number}
      <span className="sr-only">{texts.numberState(isDrawn, isPicked)}</span>
    </li>
  );
}
