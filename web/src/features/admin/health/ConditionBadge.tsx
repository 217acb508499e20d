import { CircleAlert, CircleCheck, CircleSlash, TriangleAlert } from "lucide-react";
import { Badge } from "@/ui/Badge";
import type { Condition } from "./queries";

const looks = {
  good: { label: "Good", tone: "win", icon: CircleCheck },
  warning: { label: "Worth a look", tone: "loss", icon: TriangleAlert },
  failing: { label: "Failing", tone: "loss", icon: CircleAlert },
  off: { label: "Not set up", tone: "plain", icon: CircleSlash },
} as const;

/** How something fares, in a word and a sign. */
export function ConditionBadge({ state }: { state: Condition }) {
  const { label, tone, icon: Icon } = looks[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" />
      {label}
    </Badge>
  );
}
