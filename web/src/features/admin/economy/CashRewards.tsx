import { Banknote, Check, Clock, X } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMoment, formatMonth } from "@/ui/format/dates";
import { Member } from "./Balances";
import { type CashReward, type CashStatus, decideReward } from "./queries";
import * as texts from "./texts/en";

type Decision = Exclude<CashStatus, "pending">;
type Asked = { reward: CashReward; status: Decision };

/** What can be said next of a reward: what was paid stays paid. */
const next: Readonly<Record<CashStatus, readonly Decision[]>> = {
  pending: ["approved", "rejected"],
  approved: ["paid", "rejected"],
  rejected: ["approved"],
  paid: [],
};

const labels: Readonly<Record<Decision, string>> = {
  approved: texts.approve,
  paid: texts.markPaid,
  rejected: texts.reject,
};

type CashRewardsProps = {
  rewards: readonly CashReward[];
  /** The site's month, `YYYY-MM`: a reward is paid from the month on that it counts for. */
  thisMonth: string;
  /** There are more than these. */
  truncated: boolean;
  onDone: (text: string) => void;
};

/** Milestones of the calendar that pay cash, which an admin hands out (docs/decisions.md, B3). */
export function CashRewards({ rewards, thisMonth, truncated, onDone }: CashRewardsProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <section aria-labelledby="cash" className="flex min-w-0 flex-col gap-4">
      <h2 id="cash" className="text-lg">
        {texts.cashMilestones}
      </h2>
      <Card>
        {rewards.length === 0 ? (
          <p className="p-5 text-sm text-muted">{texts.nobodyHasEarnedOne}</p>
        ) : (
          <ul className="divide-y divide-line">
            {rewards.map((reward) => (
              <RewardRow
                key={reward.id}
                reward={reward}
                isEarly={reward.month > thisMonth}
                onAsk={(status) => setAsked({ reward, status })}
              />
            ))}
          </ul>
        )}
        {truncated && (
          <p className="p-5 text-sm text-muted">{texts.thereMoreTheseWait(rewards.length)}</p>
        )}
      </Card>
      {asked !== null && (
        <DecisionDialog asked={asked} onDone={onDone} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}

type RewardRowProps = {
  reward: CashReward;
  /** Its month has not begun. */
  isEarly: boolean;
  onAsk: (status: Decision) => void;
};

function RewardRow({ reward, isEarly, onAsk }: RewardRowProps) {
  const whose = reward.username ?? texts.deletedMemberInSentence;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold [overflow-wrap:anywhere]">
            <Member username={reward.username} />
          </span>
          <StatusBadge status={reward.status} />
        </p>
        <p className="text-sm text-muted">
          {texts.daysEarnedCounts(
            reward.reward,
            reward.days,
            <time dateTime={reward.earnedAt}>{formatMoment(reward.earnedAt)}</time>,
            formatMonth(reward.month),
          )}
        </p>
      </div>
      <div className="flex gap-2">
        {next[reward.status].map((status) => {
          const mustWait = isEarly && status === "paid";
          const label = mustWait ? texts.markPaidFrom(formatMonth(reward.month)) : labels[status];
          return (
            <Button
              key={status}
              size="sm"
              tone={status === "rejected" ? "ghost" : "quiet"}
              disabled={mustWait}
              aria-label={texts.decisionLabel(label, reward.reward, whose)}
              onClick={() => onAsk(status)}
            >
              {label}
            </Button>
          );
        })}
      </div>
    </li>
  );
}

function StatusBadge({ status }: { status: CashStatus }) {
  switch (status) {
    case "pending":
      return (
        <Badge>
          <Clock aria-hidden="true" className="size-3.5" />
          {texts.pending}
        </Badge>
      );
    case "approved":
      return (
        <Badge tone="win">
          <Check aria-hidden="true" className="size-3.5" />
          {texts.approved}
        </Badge>
      );
    case "paid":
      return (
        <Badge tone="win">
          <Banknote aria-hidden="true" className="size-3.5" />
          {texts.paid}
        </Badge>
      );
    case "rejected":
      return (
        <Badge tone="loss">
          <X aria-hidden="true" className="size-3.5" />
          {texts.rejected}
        </Badge>
      );
  }
}

type DecisionDialogProps = { asked: Asked; onDone: (text: string) => void; onClose: () => void };

function DecisionDialog({ asked: { reward, status }, onDone, onClose }: DecisionDialogProps) {
  const whose = reward.username ?? texts.deletedMemberInSentence;
  const effects: Readonly<Record<Decision, string>> = {
    approved: texts.seesCalendarRewardWay(whose),
    paid: texts.markPaidOnlyWhen(whose),
    rejected: texts.seesCalendarRewardWas(whose),
  };
  return (
    <ConfirmDialog
      title={texts.decisionQuestions[status](reward.reward, whose)}
      text={effects[status]}
      confirm={labels[status]}
      tone={status === "rejected" ? "danger" : "gold"}
      onClose={onClose}
      onConfirm={async () => {
        await decideReward(reward.id, status);
        onDone(texts.decided[status](reward.reward, whose));
      }}
    />
  );
}
