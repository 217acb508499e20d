import { Check, ChevronLeft, ChevronRight, Gift, Lock, Wallet } from "lucide-react";
import { useEffect, useRef } from "react";
import { Badge } from "@/ui/Badge";
import { IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { formatMonth } from "@/ui/format/dates";
import { scrollBehavior } from "@/ui/motion";
import {
  type Calendar,
  type Milestone,
  milestoneStanding,
  nextMilestone,
  rewardText,
} from "./model";
import * as texts from "./texts/en";

/** The milestones as a row of cards that slides. It opens at the next one. */
export function Milestones({ calendar }: { calendar: Calendar }) {
  const list = useRef<HTMLUListElement>(null);
  const next = nextMilestone(calendar);
  const nextDays = next?.days;

  useEffect(() => {
    const shown = list.current;
    const card = shown?.querySelector<HTMLElement>("[data-next]");
    // Only the row moves, never the page.
    if (shown && card && nextDays !== undefined) shown.scrollLeft = card.offsetLeft - 48;
  }, [nextDays]);

  const slide = (direction: 1 | -1) => {
    const shown = list.current;
    shown?.scrollBy({
      left: direction * shown.clientWidth * 0.8,
      behavior: scrollBehavior(),
    });
  };
  return (
    <section aria-labelledby="milestones">
      <div className="flex items-center justify-between gap-4">
        <h2 id="milestones" className="text-xl">
          {texts.milestones}
        </h2>
        <div className="flex gap-1">
          <IconButton label={texts.earlierMilestones} onClick={() => slide(-1)}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton label={texts.laterMilestones} onClick={() => slide(1)}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      </div>
      <ul
        ref={list}
        // A row that scrolls has to be within reach of the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-labelledby="milestones"
        className="relative -mx-4 mt-4 flex snap-x snap-proximity scroll-px-4 gap-3 overflow-x-auto px-4 pb-3 [scrollbar-width:thin] sm:mx-0 sm:scroll-px-0 sm:px-0"
      >
        {calendar.milestones.map((milestone) => (
          <MilestoneCard
            key={`${milestone.type}-${milestone.days}`}
            milestone={milestone}
            streak={calendar.progress.currentStreak}
            isNext={milestone === next}
          />
        ))}
      </ul>
    </section>
  );
}

type MilestoneCardProps = { milestone: Milestone; streak: number; isNext: boolean };

function MilestoneCard({ milestone, streak, isNext }: MilestoneCardProps) {
  const standing = milestoneStanding(milestone, streak);
  const isAchieved = standing.kind === "achieved";
  const isCash = milestone.type === "cash";
  const Icon = isAchieved ? Check : isCash ? Wallet : isNext ? Gift : Lock;
  return (
    <li
      {...(isNext && { "data-next": true })}
      className={cx(
        "flex w-46 shrink-0 snap-start flex-col rounded-lg border p-4",
        isAchieved
          ? "border-gold-400/30 bg-gold-400/8"
          : isNext
            ? "border-gold-400/60 bg-ink-850"
            : "border-line bg-ink-900",
      )}
    >
      <div className="flex items-center justify-between">
        <span
          className={cx(
            "flex size-9 items-center justify-center rounded-full",
            isAchieved ? "gold-face" : "bg-ink-700",
            !isAchieved && (isNext ? "text-gold-300" : "text-muted"),
          )}
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </span>
        {isAchieved && <Badge tone="gold">{cashStatus(milestone) ?? texts.achieved}</Badge>}
        {isNext && <Badge>{texts.next}</Badge>}
      </div>
      <p className="mt-4 font-display text-xl font-bold">{texts.day(milestone.days)}</p>
      <p className={cx("mt-0.5 font-semibold", isAchieved ? "text-gold-300" : "text-text")}>
        {rewardText(milestone)}
      </p>
      <p className="mt-2 text-sm text-muted">{standingText(milestone, standing)}</p>
    </li>
  );
}

function standingText(
  milestone: Milestone,
  standing: ReturnType<typeof milestoneStanding>,
): string {
  const isCash = milestone.type === "cash";
  switch (standing.kind) {
    case "achieved":
      if (milestone.deferredTo !== null) return texts.counts(formatMonth(milestone.deferredTo));
      return isCash ? texts.earnedOnceGood : texts.streakText;
    case "passed":
      return isCash ? texts.notEarnedStreakNeeds : texts.behind;
    case "ahead":
      return (isCash ? texts.daysToGoOnce : texts.daysToGo)(standing.daysLeft);
  }
}

/** What became of a cash reward, in words. */
function cashStatus({ status }: Milestone): string | null {
  switch (status) {
    case "pending":
      return texts.inReview;
    case "approved":
      return texts.approved;
    case "paid":
      return texts.paid;
    case "rejected":
      return texts.notPaid;
    case null:
    default:
      return null;
  }
}
