import { Scene } from "../common/art/Scene";

const ticks = Array.from({ length: 49 }, (_, tick) => -108 + tick * 4.5);
/** Degrees from the top: where the lit part begins, and where the needle points. */
const TARGET = -12;
const NEEDLE = 58;

/** The gauge just past its target. */
export default function TileArt({ className }: { className?: string }) {
  return (
    <Scene shadow={{ x: 240, y: 288, rx: 170 }} className={className}>
      <g transform="translate(240 190)">
        <path d={arc(-108, 108)} fill="none" stroke="oklch(.3 .014 300)" strokeWidth="5" />
        <path
          d={arc(TARGET, 108)}
          fill="none"
          strokeWidth="9"
          strokeLinecap="round"
          className="stroke-win"
        />
        {ticks.map((turn) => (
          <path
            key={turn}
            d="M0-132v18"
            transform={`rotate(${turn})`}
            strokeWidth="4"
            strokeLinecap="round"
            className={
              turn > NEEDLE ? "stroke-ink-600" : turn >= TARGET ? "stroke-win" : "stroke-muted"
            }
          />
        ))}
        <path d="M-11 0-3-124h6L11 0z" transform={`rotate(${NEEDLE})`} className="fill-text" />
        <circle r="24" fill="oklch(.27 .014 300)" />
        <circle r="10" className="fill-gold-400" />
        <text
          y="84"
          textAnchor="middle"
          className="fill-text font-display text-[3.6rem] font-extrabold tracking-tight"
        >
          7.20×
        </text>
      </g>
    </Scene>
  );
}

/** A piece of the outer ring between two angles. */
function arc(from: number, to: number): string {
  return `M${placeAt(from)}A156 156 0 ${to - from > 180 ? 1 : 0} 1 ${placeAt(to)}`;
}

function placeAt(turn: number): string {
  const angle = (turn * Math.PI) / 180;
  return `${(Math.sin(angle) * 156).toFixed(1)} ${(-Math.cos(angle) * 156).toFixed(1)}`;
}
