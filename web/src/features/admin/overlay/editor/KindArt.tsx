import { CANVAS } from "./geometry";
import { type Kind, rules } from "./model";

/** Bars on the plate, in parts of its width and height. */
type Bar = readonly [x: number, y: number, width: number, height: number, isGold?: true];

const bars: Readonly<Record<Kind, readonly Bar[]>> = {
  banner: [
    [0.05, 0.2, 0.14, 0.6, true],
    [0.25, 0.25, 0.45, 0.2],
    [0.25, 0.58, 0.3, 0.16],
  ],
  lower_third: [
    [0, 0, 0.03, 1, true],
    [0.08, 0.35, 0.7, 0.3],
  ],
  ticker: [
    [0.02, 0.3, 0.2, 0.4],
    [0.27, 0.3, 0.24, 0.4, true],
    [0.56, 0.3, 0.18, 0.4],
    [0.79, 0.3, 0.19, 0.4],
  ],
  podium: [
    [0.1, 0.5, 0.24, 0.5],
    [0.38, 0.22, 0.24, 0.78, true],
    [0.66, 0.62, 0.24, 0.38],
  ],
  giveaway: [
    [0.1, 0.14, 0.8, 0.3, true],
    [0.1, 0.56, 0.5, 0.12],
    [0.1, 0.76, 0.65, 0.12],
  ],
  hunt: [
    [0.08, 0.12, 0.6, 0.16],
    [0.08, 0.4, 0.84, 0.12],
    [0.08, 0.6, 0.84, 0.12],
    [0.08, 0.8, 0.4, 0.12, true],
  ],
  goal: [
    [0.04, 0.18, 0.4, 0.2],
    [0.04, 0.56, 0.92, 0.26],
    [0.04, 0.56, 0.56, 0.26, true],
  ],
  alerts: [
    [0.3, 0.12, 0.4, 0.4, true],
    [0.15, 0.64, 0.7, 0.14],
    [0.3, 0.84, 0.4, 0.09],
  ],
  round: [
    [0.08, 0.14, 0.24, 0.5],
    [0.38, 0.14, 0.24, 0.5, true],
    [0.68, 0.14, 0.24, 0.5],
    [0.2, 0.76, 0.6, 0.12],
  ],
};

/** Small plates are drawn larger than they are, so that there is something to see. */
const HEIGHT_LEAST = 240;

/** A drawing of a kind: the picture of the broadcast, and where it stands in it. */
export function KindArt({ kind, className }: { kind: Kind; className?: string }) {
  const { plate } = rules[kind];
  const height = Math.max(plate.height, HEIGHT_LEAST);
  const width = Math.max(plate.width, 720);
  const x = Math.min(plate.x, CANVAS.width - width);
  const y = Math.min(plate.y, CANVAS.height - height);
  return (
    <svg viewBox={`0 0 ${CANVAS.width} ${CANVAS.height}`} aria-hidden="true" className={className}>
      <rect {...CANVAS} rx={90} className="fill-ink-700" />
      <rect x={x} y={y} width={width} height={height} rx={36} className="fill-ink-950" />
      {bars[kind].map(([left, top, wide, high, isGold]) => (
        <rect
          key={`${left}-${top}-${wide}`}
          x={x + left * width}
          y={y + top * height}
          width={wide * width}
          height={high * height}
          rx={14}
          className={isGold === true ? "fill-gold-400" : "fill-ink-600"}
        />
      ))}
    </svg>
  );
}
