import { useId } from "react";
import { Scene } from "../common/art/Scene";

const places = [-92, 0, 92] as const;

/** Nine tiles seen from above, a gem found on the middle one. */
export default function TileArt({ className }: { className?: string }) {
  const id = useId();
  return (
    <Scene shadow={{ x: 240, y: 288, rx: 190 }} className={className}>
      <linearGradient id={`${id}key`} x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="oklch(.46 .018 300)" />
        <stop offset="1" stopColor="oklch(.32 .016 300)" />
      </linearGradient>
      <g transform="translate(240 156) rotate(-8)">
        {places.flatMap((y) =>
          places.map((x) => {
            const isOpen = x === 0 && y === 0;
            return (
              <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
                <rect x="-41" y="-35" width="82" height="82" rx="16" fill="oklch(.17 .012 300)" />
                <rect
                  x="-41"
                  y={isOpen ? -37 : -43}
                  width="82"
                  height="82"
                  rx="16"
                  fill={isOpen ? "oklch(.25 .045 160)" : `url(#${id}key)`}
                />
                {!isOpen && (
                  <path
                    d="M-27-41.5H27"
                    stroke="#fff"
                    strokeOpacity=".28"
                    strokeWidth="3"
                    strokeLinecap="round"
                  />
                )}
              </g>
            );
          }),
        )}
        <g transform="translate(-54 -58) scale(1.7)">
          <path d="M20 10h24l12 15-24 31L8 25z" fill="oklch(.62 .14 158)" />
          <path d="M20 10 8 25h14z" fill="oklch(.83 .13 160)" />
          <path d="M20 10h24L32 25z" fill="oklch(.95 .07 162)" />
          <path d="M20 10l2 15h10z" fill="oklch(.89 .11 160)" />
          <path d="M44 10l-2 15H32z" fill="oklch(.81 .14 158)" />
          <path d="M44 10l12 15H42z" fill="oklch(.7 .15 156)" />
          <path d="M8 25h14l10 31z" fill="oklch(.72 .15 157)" />
          <path d="M22 25h20L32 56z" fill="oklch(.79 .165 156)" />
          <path d="M42 25h14L32 56z" fill="oklch(.53 .125 158)" />
        </g>
      </g>
    </Scene>
  );
}
