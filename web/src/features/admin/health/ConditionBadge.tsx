import { CircleAlert, CircleCheck, CircleSlash, TriangleAlert } from "lucide-react";
import { Badge } from "@/ui/Badge";
import type { Condition } from "./queries";
import * as texts from "./texts/en";

const looks = {
  good: { label: texts.good, tone: "win", icon: CircleCheck },
  warning: { label: texts.needsAttention, tone: "loss", icon: TriangleAlert },
  failing: { label: texts.failing, tone: "loss", icon: CircleAlert },
  off: { label: texts.notSetUp, tone: "plain", icon: CircleSlash },
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
