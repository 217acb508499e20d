import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import {
  type DailyLimit,
  type LimitProblems,
  limitsQuery,
  type PlayLimits,
  readLimits,
  saveLimits,
  TIME_OUT_DAYS_MAX,
  type TypedLimits,
} from "./limits";

type PlayLimitsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Daily limits and a time-out: stricter ones hold at once, looser ones after 24 hours. */
export default function PlayLimitsDialog({ open, onOpenChange }: PlayLimitsDialogProps) {
  const { data, isError, refetch } = useQuery(limitsQuery);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Play limits"
      description="A stricter limit holds at once. A looser one, or none, holds after 24 hours. Days are the site's days."
    >
      {data === undefined && !isError && <Spinner className="mt-6 size-6" />}
      {data === undefined && isError && (
        <Notice
          tone="error"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          Your limits could not be loaded.
        </Notice>
      )}
      {data !== undefined && <LimitsForm now={data} />}
    </Dialog>
  );
}

function LimitsForm({ now }: { now: PlayLimits }) {
  const [typed, setTyped] = useState<TypedLimits>({
    dailyStake: textOf(now.dailyStake.limit),
    dailyLoss: textOf(now.dailyLoss.limit),
    timeOutDays: "",
  });
  const [problems, setProblems] = useState<LimitProblems>({});
  const save = useSubmit({
    send: saveLimits,
    onAnswer: (saved) =>
      setTyped({
        dailyStake: textOf(saved.dailyStake.limit),
        dailyLoss: textOf(saved.dailyLoss.limit),
        timeOutDays: "",
      }),
  });
  const field = (name: keyof TypedLimits) => ({
    type: "text",
    inputMode: "numeric" as const,
    autoComplete: "off",
    value: typed[name],
    error: problems[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setTyped({ ...typed, [name]: event.target.value });
      setProblems({ ...problems, [name]: undefined });
      save.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reading = readLimits(typed, now);
    setProblems(reading.problems ?? {});
    if (reading.change !== null) void save.submit(reading.change);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
      <Field
        label="Points staked in a day"
        placeholder="No limit"
        hint={hintOf(now.dailyStake)}
        {...field("dailyStake")}
      />
      <Field
        label="Points lost in a day"
        placeholder="No limit"
        hint={hintOf(now.dailyLoss)}
        {...field("dailyLoss")}
      />
      <TimeOutField
        now={now}
        field={field("timeOutDays")}
        onEnd={() => void save.submit({ timeOutDays: 0 })}
      />
      {save.failed !== null && <Notice tone="error">{save.failed.failure.message}</Notice>}
      {save.failed === null && save.answer !== null && <Notice>Your limits are set.</Notice>}
      <Button type="submit" tone="gold" busy={save.isBusy} className="mt-1">
        Set limits
      </Button>
    </form>
  );
}

function TimeOutField({
  now,
  field,
  onEnd,
}: {
  now: PlayLimits;
  field: Omit<React.ComponentProps<typeof Field>, "label">;
  onEnd: () => void;
}) {
  const until = now.timeOutUntil;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={`Take a time-out, 1 to ${TIME_OUT_DAYS_MAX} days`}
        placeholder="None"
        hint={
          until === null
            ? "No bets until it is over; open rounds can be finished."
            : `You are taking a time-out until ${formatMoment(until)}.`
        }
        suffix={<span className="pr-3.5 text-sm text-muted">days</span>}
        {...field}
      />
      {until !== null && (
        <Button size="sm" onClick={onEnd} className="self-start">
          End it in 24 hours
        </Button>
      )}
    </div>
  );
}

function hintOf(limit: DailyLimit): string {
  const used = `${formatPoints(limit.usedToday)} today.`;
  if (limit.pending === null) return used;
  const next =
    limit.pending.limit === null ? "No limit" : `${formatPoints(limit.pending.limit)} points`;
  return `${used} ${next} from ${formatMoment(limit.pending.from)}.`;
}

function textOf(limit: number | null): string {
  return limit === null ? "" : String(limit);
}
