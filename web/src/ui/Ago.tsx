import { formatMoment } from "./format/dates";
import { formatAge } from "./format/durations";
import * as texts from "./texts/en";

type AgoProps = {
  at: string | null;
  /** The server's own time, from which ages are computed. */
  now: string;
  /** What stands there when it never was. */
  never?: string;
};

/** How long ago something was; the very time is a hover away. */
export function Ago({ at, now, never = texts.never }: AgoProps) {
  if (at === null) return <span className="text-muted">{never}</span>;
  return (
    <time dateTime={at} title={formatMoment(at)} className="whitespace-nowrap">
      {formatAge(at, Date.parse(now))}
    </time>
  );
}
