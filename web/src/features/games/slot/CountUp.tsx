import { useEffect, useState } from "react";
import { formatPoints } from "@/ui/format/numbers";

type CountUpProps = {
  to: number;
  /** On the page's clock (performance.now), in milliseconds. */
  startsAt: number;
  endsAt: number;
};

/** A number of points that runs up from nothing, for the eye only. */
export function CountUp({ to, startsAt, endsAt }: CountUpProps) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - startsAt) / (endsAt - startsAt)));
      setShown(part === 1 ? to : Math.floor(to * (1 - (1 - part) ** 2)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [to, startsAt, endsAt]);
  return <span aria-hidden="true">{formatPoints(shown)}</span>;
}
