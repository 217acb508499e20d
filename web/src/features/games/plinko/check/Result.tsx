import { Hit, ResultStage } from "../../common/checker/result-parts";
import { BOARD_HEIGHT, fallOf, layoutOf, restingPlace } from "../geometry";
import { Pegs } from "../Pegs";
import * as texts from "../texts/check.en";
import type { PlinkoProof } from "./prove";

/** The board with the path of the ball. */
export function CheckedResult({ proof, won }: { proof: PlinkoProof; won: boolean }) {
  const { path, bucket, multiplier } = proof;
  const rows = path.length;
  const end = restingPlace(rows, bucket);
  return (
    <ResultStage>
      <div className="relative w-full max-w-96">
        <Pegs rows={rows} className="block w-full overflow-visible" />
        <svg
          viewBox={`0 0 100 ${BOARD_HEIGHT}`}
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          <polyline
            points={fallOf(path)
              .map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`)
              .join(" ")}
            className="fill-none stroke-text/60"
            strokeWidth=".7"
            strokeLinejoin="round"
          />
          <circle cx={end.x} cy={end.y} r={layoutOf(rows).ballRadius} className="fill-text" />
        </svg>
      </div>
      <p className="mt-4 text-center text-sm text-muted">
        {texts.path(<span className="font-mono break-all text-text">{path}</span>)}
      </p>
      <div className="mt-2">
        <Hit won={won}>{texts.result(bucket + 1, rows + 1, multiplier)}</Hit>
      </div>
    </ResultStage>
  );
}
