import type { ComponentProps } from "react";
import { cx } from "@/ui/cx";
import { type TileFace, tileName } from "./model";
import { Gem, Mine, TurnedMark } from "./Pieces";

type TileProps = ComponentProps<"button"> & {
  tile: number;
  face: TileFace;
  /** It can be pressed now. */
  isLive: boolean;
  /** It was pressed and its answer is on the way. */
  isAsked: boolean;
  /** When it turns over, in milliseconds from now. */
  turnAfterMs: number;
};

/** One tile: a raised key that goes down under the finger and turns over to what lies below. */
export function Tile({ tile, face, isLive, isAsked, turnAfterMs, ...rest }: TileProps) {
  const isOpen = face !== "closed";
  return (
    <button
      {...rest}
      type="button"
      aria-label={tileName(tile, face)}
      aria-disabled={!isLive}
      aria-busy={isAsked || undefined}
      className={cx(
        "group relative aspect-square rounded-md [perspective:500px]",
        "focus-visible:outline-offset-3",
        isLive ? "cursor-pointer" : "!cursor-default",
      )}
    >
      <span
        style={{ transitionDelay: `${turnAfterMs}ms` }}
        className={cx(
          "absolute inset-0 rounded-[inherit] transition-transform duration-240 [transform-style:preserve-3d]",
          isOpen && "[transform:rotateY(180deg)]",
        )}
      >
        <span
          className={cx(
            "tile-key absolute inset-0 rounded-[inherit] transition-[filter,transform] duration-120 [backface-visibility:hidden]",
            isLive && "group-hover:brightness-120 group-active:translate-y-0.75",
            isAsked && "translate-y-0.75 brightness-120",
          )}
        />
        <span
          className={cx(
            "absolute inset-0 flex items-center justify-center rounded-[inherit] [backface-visibility:hidden] [transform:rotateY(180deg)]",
            wells[face],
          )}
        >
          <Piece face={face} />
        </span>
      </span>
    </button>
  );
}

const well = "bg-ink-950 shadow-well ring-1 ring-inset";
const wells: Record<TileFace, string> = {
  closed: well,
  gem: `${well} ring-win/35 bg-[radial-gradient(circle_at_50%_40%,oklch(.8_.17_155/.22),transparent_70%)]`,
  left_gem: `${well} ring-line`,
  left_mine: `${well} ring-line`,
  hit_mine: `${well} ring-2 ring-loss bg-[radial-gradient(circle_at_50%_50%,oklch(.72_.17_22/.42),transparent_72%)]`,
  turned: `${well} ring-2 ring-gold-400 bg-[radial-gradient(circle_at_50%_50%,oklch(.72_.17_22/.34),transparent_72%)]`,
};

function Piece({ face }: { face: TileFace }) {
  switch (face) {
    case "closed":
      return null;
    case "gem":
      return <Gem className="size-[66%]" />;
    case "left_gem":
      return <Gem className="size-[46%] opacity-35" />;
    case "left_mine":
      return <Mine isLit={false} className="size-[56%] opacity-75" />;
    case "hit_mine":
      return <Mine isLit className="size-[76%]" />;
    case "turned":
      return (
        <>
          <Mine isLit className="size-[68%]" />
          <TurnedMark className="absolute top-1 right-1 size-[26%] text-gold-300" />
        </>
      );
  }
}
