import { agoText } from "./ages";
import { momentText } from "./dates";

type AgoProps = {
  at: string | null;
  /** The server's own time, against which ages are told. */
  now: string;
  /** What stands there when it never was. */
  never?: string;
};

/** How long ago something was; the very time is a hover away. */
export function Ago({ at, now, never = "Never" }: AgoProps) {
  if (at === null) return <span className="text-muted">{never}</span>;
  return (
    <time dateTime={at} title={momentText(at)} className="whitespace-nowrap">
      {agoText(at, Date.parse(now))}
    </time>
  );
}
