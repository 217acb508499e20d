import { Check, Clock, Hourglass, type LucideIcon, Minus, Trophy, Undo2 } from "lucide-react";
import { Badge, type BadgeTone } from "@/ui/Badge";
import type { EntryRow, Purchase } from "./queries";
import * as texts from "./texts/en";

type Look = { word: string; icon: LucideIcon; tone: BadgeTone };

const looks: Readonly<Record<EntryRow["status"] | Purchase["status"], Look>> = {
  pending: { word: texts.pending, icon: Clock, tone: "plain" },
  won: { word: texts.won, icon: Trophy, tone: "win" },
  lost: { word: texts.lost, icon: Minus, tone: "plain" },
  refunded: { word: texts.refunded, icon: Undo2, tone: "plain" },
  in_progress: { word: texts.inProgress, icon: Hourglass, tone: "plain" },
  completed: { word: texts.completed, icon: Check, tone: "win" },
  cancelled: { word: texts.cancelled, icon: Undo2, tone: "plain" },
};

/** Where an entry or a purchase stands, with a sign and a word. */
export function Status({ status }: { status: keyof typeof looks }) {
  const { word, icon: Icon, tone } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
      {word}
    </Badge>
  );
}
