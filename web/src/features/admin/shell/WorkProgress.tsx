import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "@/ui/format/bytes";
import { formatTimeLeft } from "@/ui/format/durations";
import { ProgressBar } from "@/ui/ProgressBar";
import type { components } from "@/wire/schema";
import * as texts from "./texts/work.en";

type Answer = components["schemas"]["WorkProgress"];
type Stage = components["schemas"]["WorkStage"];

/** Polling interval, in milliseconds. */
const LOOK_MS = 1000;
/** The one part whose size is only estimated. */
const ESTIMATED = "writing";
/** Before that the pace says nothing. */
const PACE_AFTER_MS = 2000;

/** How far long work of the server is. Its answer tells how it ends, so a failed look says nothing. */
export default function WorkProgress({ of, read }: { of: string; read: () => Promise<Answer> }) {
  const { data } = useQuery({
    queryKey: ["admin", "work", of],
    queryFn: read,
    refetchInterval: LOOK_MS,
    retry: false,
    gcTime: 0,
  });
  const stage = data?.stage;
  if (stage == null) return null;
  const { doneBytes, totalBytes } = stage;
  const name = texts.stages[stage.name] ?? texts.working;
  if (doneBytes == null) return <p className="text-sm text-muted">{name}</p>;
  if (totalBytes == null || totalBytes === 0)
    return <p className="text-sm text-muted">{texts.done(name, formatBytes(doneBytes))}</p>;
  return (
    <div>
      <ProgressBar
        label={texts.progress}
        share={doneBytes / totalBytes}
        text={texts.doneOf(
          name,
          formatBytes(doneBytes),
          formatBytes(totalBytes),
          stage.name === ESTIMATED,
        )}
        end={timeLeft(stage, doneBytes, totalBytes)}
      />
    </div>
  );
}

/** What is left at the pace of this part until now; empty while it has none. */
function timeLeft({ elapsedMillis }: Stage, done: number, total: number): string {
  if (done === 0 || done === total || elapsedMillis < PACE_AFTER_MS) return "";
  return texts.timeLeft(formatTimeLeft((elapsedMillis / done) * (total - done)));
}
