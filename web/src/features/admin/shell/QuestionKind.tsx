import { BadgeInfo, OctagonAlert, TriangleAlert } from "lucide-react";
import { cx } from "@/ui/cx";

const kinds = {
  info: { Icon: BadgeInfo, look: "bg-ink-700 text-text" },
  warning: { Icon: TriangleAlert, look: "bg-gold-400/14 text-gold-300" },
  danger: { Icon: OctagonAlert, look: "bg-loss/14 text-loss" },
} as const;

/** What kind of question it is, drawn above its title; most questions are clear without. */
export function QuestionKind({ kind }: { kind: keyof typeof kinds }) {
  const { Icon, look } = kinds[kind];
  return (
    <span className={cx("inline-flex size-12 items-center justify-center rounded-full", look)}>
      <Icon aria-hidden="true" className="size-6" />
    </span>
  );
}
