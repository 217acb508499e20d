import { type CSSProperties, type ReactNode, useId } from "react";
import { cx } from "./cx";
import * as texts from "./texts/en";

type PodiumEntry = {
  key: string;
  name: string;
  /** What the place was earned with, and below it what it brings, if anything. */
  value: ReactNode;
  note?: ReactNode;
  isOwn?: boolean;
};

type PodiumProps = {
  label: string;
  /** First, second, third. */
  entries: readonly [PodiumEntry, PodiumEntry, PodiumEntry];
  className?: string;
};

type Metal = { light: string; mid: string; deep: string; engraved: string };

const gold: Metal = {
  light: "oklch(.93 .09 92)",
  mid: "oklch(.835 .142 86)",
  deep: "oklch(.62 .125 74)",
  engraved: "oklch(.29 .06 78)",
};
const silver: Metal = {
  light: "oklch(.96 .008 85)",
  mid: "oklch(.82 .012 270)",
  deep: "oklch(.58 .016 280)",
  engraved: "oklch(.29 .015 290)",
};
const bronze: Metal = {
  light: "oklch(.86 .075 62)",
  mid: "oklch(.7 .105 52)",
  deep: "oklch(.5 .09 44)",
  engraved: "oklch(.26 .05 45)",
};

/** Each place: its metal, how high it stands, where it stands, and how its top is seen. */
const places = [
  {
    rank: 1,
    said: texts.first,
    metal: gold,
    height: "min-h-42 sm:min-h-48",
    order: "order-2 z-10",
    medal: "w-22 sm:w-30",
    top: "polygon(6% 0, 94% 0, 100% 100%, 0 100%)",
    delay: "[animation-delay:160ms]",
  },
  {
    rank: 2,
    said: texts.second,
    metal: silver,
    height: "min-h-33 sm:min-h-38",
    order: "order-1",
    medal: "w-18 sm:w-24",
    top: "polygon(12% 0, 100% 0, 100% 100%, 0 100%)",
    delay: "[animation-delay:80ms]",
  },
  {
    rank: 3,
    said: texts.third,
    metal: bronze,
    height: "min-h-29 sm:min-h-31",
    order: "order-3",
    medal: "w-18 sm:w-24",
    top: "polygon(0 0, 88% 0, 100% 100%, 0 100%)",
    delay: "",
  },
] as const;

/** The first three of a table on their steps. Screen readers hear them as a list, first to third. */
export function Podium({ label, entries, className }: PodiumProps) {
  return (
    <div className={cx("relative isolate", className)}>
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-0 -z-10 mx-auto h-full max-w-[34rem] bg-[radial-gradient(closest-side,oklch(.835_.142_86/.13),transparent)]"
      />
      <ol aria-label={label} className="mx-auto flex max-w-[42rem] items-end">
        {places.map((place, index) => {
          const entry = entries[index];
          return entry && <Step key={entry.key} entry={entry} place={place} />;
        })}
      </ol>
      <div
        aria-hidden="true"
        className="mx-auto h-px max-w-[52rem] bg-linear-to-r from-transparent via-line-strong to-transparent"
      />
    </div>
  );
}

type StepStyle = CSSProperties & Record<"--light" | "--mid" | "--deep", string>;

function Step({ entry, place }: { entry: PodiumEntry; place: (typeof places)[number] }) {
  const { light, mid, deep } = place.metal;
  const style: StepStyle = { "--light": light, "--mid": mid, "--deep": deep };
  return (
    <li style={style} className={cx("min-w-0 flex-1 animate-rise", place.order, place.delay)}>
      <Medal rank={place.rank} metal={place.metal} className={cx("mx-auto", place.medal)} />
      <div
        aria-hidden="true"
        style={{ clipPath: place.top }}
        className="-mt-1.5 h-3.5 bg-[linear-gradient(180deg,color-mix(in_oklab,var(--deep)_45%,var(--color-ink-900)),color-mix(in_oklab,var(--mid)_70%,var(--color-ink-800)))] sm:h-4.5"
      />
      <div
        className={cx(
          "relative overflow-hidden bg-[linear-gradient(180deg,color-mix(in_oklab,var(--deep)_34%,var(--color-ink-850)),var(--color-ink-900)_82%)] px-1.5 pt-5 pb-2 text-center sm:px-4 sm:pt-6",
          place.rank === 1 && "shadow-[0_0_48px_-8px_oklch(0_0_0/.8)]",
          place.height,
        )}
      >
        <div
          aria-hidden="true"
          className="absolute inset-x-0 top-0 h-1 bg-[linear-gradient(90deg,var(--deep),var(--mid)_22%,var(--light)_50%,var(--mid)_78%,var(--deep))]"
        />
        <span className="sr-only">{place.said}: </span>
        <span
          className={cx(
            "block truncate font-semibold",
            place.rank === 1 ? "text-sm sm:text-lg" : "text-sm sm:text-base",
          )}
          title={entry.name}
        >
          {entry.name}
        </span>
        {entry.isOwn === true && (
          <span className="mt-0.5 block text-xs font-semibold text-muted">{texts.thatIsYou}</span>
        )}
        <span
          className={cx(
            "mt-1 block font-display font-extrabold whitespace-nowrap",
            place.rank === 1 ? "text-base sm:text-xl" : "text-sm sm:text-lg",
          )}
        >
          {entry.value}
        </span>
        {entry.note !== undefined && (
          <span className="mt-1 block text-xs text-muted sm:text-sm">{entry.note}</span>
        )}
      </div>
    </li>
  );
}

const leaf = "M0 0C3-2.4 3.7-6.6 0-11-3.7-6.6-3-2.4 0 0z";
/** Pairs of leaves on one half of the wreath, from its foot up, in degrees off straight down. */
const pairs = [14, 33, 52, 71, 90, 109, 128];

/** A coin in a wreath; the first one wears a crown. */
function Medal({ rank, metal, className }: { rank: 1 | 2 | 3; metal: Metal; className: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 96 92" aria-hidden="true" className={className}>
      <defs>
        <linearGradient
          id={`${id}f`}
          x1="26"
          y1="22"
          x2="68"
          y2="80"
          gradientUnits="userSpaceOnUse"
        >
          <stop stopColor={metal.light} />
          <stop offset=".5" stopColor={metal.mid} />
          <stop offset="1" stopColor={metal.deep} />
        </linearGradient>
        <linearGradient
          id={`${id}r`}
          x1="68"
          y1="80"
          x2="30"
          y2="24"
          gradientUnits="userSpaceOnUse"
        >
          <stop stopColor={metal.light} />
          <stop offset=".55" stopColor={metal.mid} />
          <stop offset="1" stopColor={metal.deep} />
        </linearGradient>
      </defs>
      <ellipse cx="48" cy="87" rx="24" ry="3" className="fill-black" opacity=".55" />
      {[1, -1].map((side) => (
        <g key={side} transform={`translate(48 50) scale(${side} 1)`}>
          <path
            d="M3 34.9A35 35 0 0 0 26.8-22.5"
            fill="none"
            stroke={metal.deep}
            strokeWidth="1.4"
            strokeLinecap="round"
          />
          {pairs.map((angle) => (
            <g key={angle} transform={`rotate(${180 - angle}) translate(0 -35)`}>
              <path d={leaf} fill={metal.deep} transform="rotate(-122)" />
              <path d={leaf} fill={metal.mid} transform="rotate(-56)" />
            </g>
          ))}
        </g>
      ))}
      <circle cx="48" cy="51.5" r="27" fill={metal.deep} />
      <circle cx="48" cy="50" r="27" fill={`url(#${id}r)`} />
      <circle cx="48" cy="50" r="23" fill={`url(#${id}f)`} />
      <circle
        cx="48"
        cy="50"
        r="19.5"
        fill="none"
        stroke={metal.engraved}
        strokeOpacity=".28"
        strokeWidth="1"
        strokeDasharray=".1 3.4"
        strokeLinecap="round"
      />
      <text
        x="48"
        y="59.5"
        textAnchor="middle"
        className="font-display text-[27px] font-extrabold"
        fill={metal.engraved}
      >
        {rank}
      </text>
      {rank === 1 && (
        <path
          d="M34 18 31.5 4.5l9 6.2L48 1l7.5 9.7 9-6.2L62 18z"
          fill={`url(#${id}f)`}
          stroke={metal.deep}
          strokeWidth=".8"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
