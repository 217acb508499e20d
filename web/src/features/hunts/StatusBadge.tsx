import { Check, Hourglass } from "lucide-react";
import { Badge } from "@/ui/Badge";
import type { Hunt } from "./model";
import * as texts from "./texts/en";

/** Whether a hunt runs, is being collected for, or is over. */
export function StatusBadge({ status }: Pick<Hunt, "status">) {
  if (status === "live") return <LiveBadge />;
  if (status === "completed")
    return (
      <Badge>
        <Check aria-hidden="true" className="size-3.5" />
        {texts.completed}
      </Badge>
    );
  return (
    <Badge>
      <Hourglass aria-hidden="true" className="size-3.5" />
      {texts.active}
    </Badge>
  );
}

/** The red light of a broadcast. */
export function LiveBadge() {
  return (
    <span className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full bg-loss/14 px-2.5 text-xs font-bold text-loss ring-1 ring-loss/30 ring-inset">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-loss" />
      {texts.live}
    </span>
  );
}
