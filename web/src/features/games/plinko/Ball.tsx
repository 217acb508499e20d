import { type CSSProperties, useLayoutEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import { fallOf, layoutOf, type Peg, restingPlace } from "./geometry";
import type { PlinkoRound } from "./model";
import type { FallingBall } from "./table";

/** A ball that falls along its round's path, in one animation that the browser plays by itself. */
export function DroppedBall({ ball: { round, fallMs } }: { ball: FallingBall }) {
  const ball = useRef<HTMLSpanElement>(null);
  const { path } = round;

  useLayoutEffect(() => {
    const { ballRadius } = layoutOf(path.length);
    const fall = ball.current?.animate(
      fallOf(path).map((moment) => ({
        transform: placed(moment, ballRadius),
        offset: moment.at,
      })),
      { duration: fallMs, fill: "both" },
    );
    return () => fall?.cancel();
  }, [path, fallMs]);

  return <Ball ref={ball} rows={path.length} />;
}

/** The ball of a finished round, in its bucket. */
export function RestingBall({ round: { rows, bucket } }: { round: PlinkoRound }) {
  const { ballRadius } = layoutOf(rows);
  return <Ball rows={rows} style={{ transform: placed(restingPlace(rows, bucket), ballRadius) }} />;
}

type BallProps = {
  ref?: React.Ref<HTMLSpanElement>;
  rows: number;
  style?: CSSProperties;
  className?: string;
};

function Ball({ ref, rows, style, className }: BallProps) {
  const size = `${2 * layoutOf(rows).ballRadius}cqw`;
  return (
    <span
      ref={ref}
      style={{ width: size, height: size, ...style }}
      className={cx(
        "absolute top-0 left-0 rounded-full will-change-transform",
        "bg-[radial-gradient(circle_at_36%_28%,oklch(1_0_0),oklch(.9_.018_85)_45%,oklch(.6_.026_76))] shadow-[0_1px_3px_oklch(0_0_0/.6)]",
        className,
      )}
    />
  );
}

/** The board's width is 100 cqw, so that a place needs no measuring. */
function placed({ x, y }: Peg, radius: number): string {
  return `translate(${(x - radius).toFixed(3)}cqw, ${(y - radius).toFixed(3)}cqw)`;
}
