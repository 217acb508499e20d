import { useEffect, useState } from "react";
import { animate, easeOut } from "@/ui/animate";
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
  useEffect(
    () =>
      animate(endsAt - startsAt, (part) => setShown(Math.floor(to * easeOut(part, 2))), startsAt),
    [to, startsAt, endsAt],
  );
  return <span aria-hidden="true">{formatPoints(shown)}</span>;
}
