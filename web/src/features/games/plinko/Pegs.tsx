import { memo } from "react";
import { BOARD_HEIGHT, layoutOf } from "./geometry";

/** The pegs of a board. */
export const Pegs = memo(function Pegs({ rows, className }: { rows: number; className?: string }) {
  const { pegs, pegRadius } = layoutOf(rows);
  return (
    <svg viewBox={`0 0 100 ${BOARD_HEIGHT}`} aria-hidden="true" className={className}>
      {pegs.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y + pegRadius * 0.5} r={pegRadius} className="fill-black" />
          <circle cx={x} cy={y} r={pegRadius} className="fill-muted" />
        </g>
      ))}
    </svg>
  );
});
