import { Check, Clock, Hourglass, type LucideIcon, Minus, Trophy, Undo2 } from "lucide-react";
import { Badge, type BadgeTone } from "@/ui/Badge";
import type { EntryRow, Purchase } from "./queries";

type Look = { word: string; icon: LucideIcon; tone: BadgeTone };

const looks: Readonly<Record<EntryRow["status"] | Purchase["status"], Look>> = {
  pending: { word: "Pending", icon: Clock, tone: "plain" },
  won: { word: "Won", icon: Trophy, tone: "win" },
  lost: { word: "Lost", icon: Minus, tone: "plain" },
  refunded: { word: "Refunded", icon: Undo2, tone: "plain" },
  in_progress: { word: "In progress", icon: Hourglass, tone: "plain" },
  completed: { word: "Completed", icon: Check, tone: "win" },
  cancelled: { word: "Cancelled", icon: Undo2, tone: "plain" },
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
