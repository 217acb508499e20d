import { CircleCheck, Hourglass, Radio } from "lucide-react";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { type Status, statusNames } from "./model";

const looks = {
  live: { Icon: Radio, tone: "loss" },
  active: { Icon: Hourglass, tone: "gold" },
  completed: { Icon: CircleCheck, tone: "win" },
} as const satisfies Record<Status, { Icon: typeof Radio; tone: BadgeTone }>;

export function StatusBadge({ status }: { status: Status }) {
  const { Icon, tone } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" />
      {statusNames[status]}
    </Badge>
  );
}
