import { Bomb, Gem, Zap } from "lucide-react";
import { cx } from "@/ui/cx";
import { Hit, ResultStage } from "../../common/checker/result-parts";
import * as texts from "../texts/check.en";
import type { MinesProof } from "./prove";

/** The whole layout, with the tiles that were opened and in which order. */
export function MinesResult({ proof }: { proof: MinesProof }) {
  const order = proof.steps.map(({ action }) => action).filter((step) => typeof step === "number");
  const isPaid = proof.status !== "lost" && proof.status !== "open";
  return (
    <ResultStage>
      <ol aria-label={texts.board} className="grid w-full max-w-72 grid-cols-5 gap-1.5">
        {Array.from({ length: 25 }, (_, tile) => tile).map((tile) => (
          <Tile
            key={tile}
            tile={tile}
            isMine={proof.mines.includes(tile)}
            isTurned={proof.turned === tile}
            place={order.indexOf(tile) + 1}
          />
        ))}
      </ol>
      <div className="mt-4">
        <Hit won={isPaid}>
          {texts.results[proof.status](proof.multiplier, proof.turned !== null)}
        </Hit>
      </div>
    </ResultStage>
  );
}

type TileProps = { tile: number; isMine: boolean; isTurned: boolean; place: number };

function Tile({ tile, isMine, isTurned, place }: TileProps) {
  const Icon = isTurned ? Zap : isMine ? Bomb : Gem;
  const what = isTurned ? "turned" : isMine ? "mine" : "gem";
  return (
    <li
      className={cx(
        "relative flex aspect-square items-center justify-center rounded-sm border",
        place > 0
          ? isMine || isTurned
            ? "border-loss/60 bg-loss/20 text-loss"
            : "border-win/50 bg-win/15 text-win"
          : isMine
            ? "border-line bg-ink-800 text-loss/80"
            : "border-line bg-ink-850 text-ink-600",
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx("size-[42%]", isMine && !isTurned && "fill-current")}
      />
      <span className="sr-only">{texts.tile(tile, what, place)}</span>
      {place > 0 && (
        <span aria-hidden="true" className="absolute top-0.5 right-1 text-xs font-semibold">
          {place}
        </span>
      )}
    </li>
  );
}
