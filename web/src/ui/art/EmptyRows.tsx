import { Scene } from "./Scene";

/** Rows with nothing in them yet: an empty list. */
export function EmptyRows() {
  return (
    <Scene>
      {[22, 52, 82].map((y, row) => (
        <g key={y} opacity={1 - row * 0.28}>
          <rect
            x={34}
            y={y}
            width="100"
            height="24"
            rx="8"
            className="fill-ink-800 stroke-ink-600"
            strokeWidth="1.5"
          />
          <circle
            cx="48"
            cy={y + 12}
            r="5"
            className={row === 0 ? "fill-gold-400" : "fill-ink-600"}
          />
          <path
            d={`M62 ${y + 12}h${row === 1 ? 34 : 46}`}
            className="stroke-ink-600"
            strokeWidth="4"
          />
        </g>
      ))}
    </Scene>
  );
}
