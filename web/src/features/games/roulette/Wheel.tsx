import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { animate } from "@/ui/animate";
import { cx } from "@/ui/cx";
import { scrollBehavior } from "@/ui/motion";
import { WinGlow } from "../common/WinGlow";
import type { RouletteRound } from "./model";
import { SPIN_MS, skipSpin, useRouletteTable } from "./table";
import * as texts from "./texts/en";
import { WheelFace } from "./WheelFace";
import { restAt, type SpinMoment, spinAt } from "./wheel";

const hubs = {
  green: "bg-[oklch(.5_.12_155)]",
  red: "bg-[oklch(.52_.19_25)]",
  black: "bg-ink-950",
} as const;

/** The wheel, its ball, and the number that came. A press while it runs ends the spin. */
export function Wheel({ last }: { last: RouletteRound | null }) {
  const phase = useRouletteTable((table) => table.phase);
  const showing = useRouletteTable((table) => table.showing);
  const shown = useRouletteTable((table) => table.shown);
  const resting = shown ?? last;
  const rotor = useRef<SVGGElement>(null);
  const ball = useRef<SVGGElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useSpin(rotor, ball, showing, resting?.number ?? 0);
  const settled = phase === "idle" ? shown : null;
  const isSpinning = phase === "showing";

  // On small screens the table of bets is long, and the spin should be seen.
  const seen = (showing ?? shown)?.id;
  useEffect(() => {
    if (seen !== undefined)
      frame.current?.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
  }, [seen]);

  return (
    <div
      ref={frame}
      className="relative mx-auto aspect-square w-full max-w-48 scroll-mt-20 sm:max-w-72"
    >
      <WinGlow round={settled} className="-inset-10" />
      <WheelFace rotor={rotor} ball={ball} />
      <div
        aria-hidden="true"
        className={cx(
          "absolute inset-[35%] flex items-center justify-center rounded-full text-text shadow-raised ring-1 ring-line-strong transition-colors duration-200",
          settled === null ? "bg-ink-900" : hubs[settled.colour],
        )}
      >
        {settled !== null && (
          <span key={settled.id} className="font-display text-3xl font-extrabold animate-pop">
            {settled.number}
          </span>
        )}
      </div>
      {isSpinning && (
        <button
          type="button"
          onClick={skipSpin}
          className="group absolute inset-0 flex items-end justify-center rounded-full"
        >
          <span className="rounded-full bg-ink-950/80 px-3 py-1 text-xs font-medium text-muted group-hover:text-text">
            {texts.skipSpin}
          </span>
        </button>
      )}
    </div>
  );
}

/**
 * Turns wheel and ball to the number that the server drew. Both are moved without rendering: sixty
 * renders a second would buy nothing.
 */
function useSpin(
  rotor: RefObject<SVGGElement | null>,
  ball: RefObject<SVGGElement | null>,
  showing: RouletteRound | null,
  resting: number,
): void {
  const angle = useRef(0);
  const draw = useMemo(() => drawing(rotor, ball), [rotor, ball]);

  useLayoutEffect(() => {
    if (showing !== null) return;
    const rest = restAt(resting);
    angle.current = rest.wheel;
    draw(rest);
  }, [draw, showing, resting]);

  useLayoutEffect(() => {
    if (showing === null) return;
    const from = angle.current;
    return animate(SPIN_MS, (part) => draw(spinAt(part, from, showing.number)));
  }, [draw, showing]);
}

/** The ball's distance from the middle, in the units of the drawing, in a pocket and on its track. */
const BALL_LOW = 128;
const BALL_HIGH = 181;

function drawing(
  rotor: RefObject<SVGGElement | null>,
  ball: RefObject<SVGGElement | null>,
): (moment: SpinMoment) => void {
  return ({ wheel, ball: angle, height }) => {
    if (rotor.current !== null) rotor.current.style.transform = `rotate(${wheel}deg)`;
    const distance = BALL_LOW + (BALL_HIGH - BALL_LOW) * height;
    if (ball.current !== null)
      ball.current.style.transform = `rotate(${angle}deg) translateY(${-distance}px)`;
  };
}
