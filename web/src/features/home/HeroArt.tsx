import { DiceArt } from "@/features/games/common/art/Dice";
import { Coin } from "@/ui/Points";
import { ArtBox } from "./ArtBox";
import { gold } from "./gold";

/** The house of the mark, as wide and high as it is drawn here. */
const house =
  "M150 34a43 43 0 0 1 53 0l93 73a44 44 0 0 1 17 35v127a50 50 0 0 1-50 50H90a50 50 0 0 1-50-50V142a44 44 0 0 1 17-35z";

/** Dust in the light: x, y and size. */
const dust: readonly (readonly [number, number, number])[] = [
  [24, 60, 1.4],
  [58, 28, 1],
  [92, 84, 1.2],
  [250, 22, 1.3],
  [300, 62, 1],
  [336, 40, 1.6],
  [330, 176, 1.1],
  [18, 190, 1.2],
  [70, 236, 1],
  [284, 236, 1.3],
];

/** Points in the air, near and far: their place and size, and when each begins to rise and sink. */
const coins = [
  { place: "top-[4%] left-[12%] size-9", delay: "0s" },
  { place: "top-[20%] right-[6%] size-13", delay: "-2.4s" },
  { place: "top-[52%] left-[1%] size-12", delay: "-4.1s" },
  { place: "bottom-[14%] right-[13%] size-7 opacity-80", delay: "-1.2s" },
] as const;

/** The house with its light on, two dice before its door, and points in the air. */
export function HeroArt() {
  return (
    <ArtBox>
      <svg viewBox="0 0 354 320" className="absolute inset-0 size-full overflow-visible">
        <HouseLights />
        <ellipse cx="177" cy="168" rx="250" ry="200" fill="url(#home-glow)" />
        <path d={house} fill="url(#home-wall)" />
        <path d={house} fill="none" stroke="url(#home-rim)" strokeWidth="2.5" />
        <path d="M177 158 40 352h274z" fill="url(#home-beam)" />
        <circle cx="177" cy="150" r="62" fill={gold(0.005, 0.99, 0)} fillOpacity=".1" />
        <circle cx="177" cy="150" r="49" fill="url(#home-window)" />
        <circle
          cx="177"
          cy="150"
          r="49"
          fill="none"
          stroke={gold(0.115, 0.49, 8)}
          strokeOpacity=".7"
          strokeWidth="1.5"
        />
        <ellipse cx="177" cy="322" rx="190" ry="22" fill="url(#home-floor)" />
        {dust.map(([x, y, size]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={size} className="fill-gold-300" opacity=".5" />
        ))}
      </svg>
      <DiceArt className="absolute inset-x-[7%] -bottom-[9%] w-[86%]" />
      {coins.map(({ place, delay }) => (
        <span
          key={place}
          className={`absolute ${place} animate-float drop-shadow-[0_10px_14px_oklch(0_0_0/.6)]`}
          style={{ animationDelay: delay }}
        >
          <Coin className="size-full" />
        </span>
      ))}
    </ArtBox>
  );
}

function HouseLights() {
  return (
    <defs>
      <radialGradient id="home-glow">
        <stop stopColor={gold(-0.035, 0.92, -4)} stopOpacity=".24" />
        <stop offset=".55" stopColor={gold(-0.115, 0.77, -16)} stopOpacity=".07" />
        <stop offset="1" stopColor={gold(-0.135, 0.7, -16)} stopOpacity="0" />
      </radialGradient>
      <linearGradient id="home-wall" x1="0" y1="0" x2=".3" y2="1">
        <stop stopColor="oklch(.29 .022 60)" />
        <stop offset=".5" stopColor="oklch(.205 .015 310)" />
        <stop offset="1" stopColor="oklch(.15 .011 300)" />
      </linearGradient>
      <linearGradient id="home-rim" x1="0" y1="0" x2="0" y2="1">
        <stop stopColor={gold(0.095, 0.63, 6)} />
        <stop offset=".34" stopColor={gold(-0.035, 0.99, -2)} stopOpacity=".55" />
        <stop offset=".8" stopColor={gold(-0.135, 0.92, -10)} stopOpacity=".04" />
      </linearGradient>
      <radialGradient id="home-window" cx=".42" cy=".36">
        <stop stopColor={gold(0.135, 0.42, 10)} />
        <stop offset=".45" stopColor={gold(0.035, 0.92, 2)} />
        <stop offset="1" stopColor={gold(-0.115, 1.02, -10)} />
      </radialGradient>
      <linearGradient id="home-beam" x1="0" y1="0" x2="0" y2="1">
        <stop stopColor={gold(0.065, 0.77, 4)} stopOpacity=".2" />
        <stop offset="1" stopColor={gold(0.015, 0.85, 0)} stopOpacity="0" />
      </linearGradient>
      <radialGradient id="home-floor">
        <stop stopColor={gold(-0.035, 0.85, -4)} stopOpacity=".3" />
        <stop offset="1" stopColor={gold(-0.135, 0.7, -16)} stopOpacity="0" />
      </radialGradient>
    </defs>
  );
}
