import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import * as texts from "../texts/limits.en";
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
  const query = useQuery(limitsQuery);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.playLimits}
      description={texts.whenLimitsApply}
    >
      <QueryView
        query={query}
        what={texts.yourLimits}
        loading={<Spinner className="mt-6 size-6" />}
        failedAs="notice"
        noticeClass="mt-5"
      >
        {(limits) => <LimitsForm now={limits} />}
      </QueryView>
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
        label={texts.pointsStakedDay}
        placeholder={texts.noLimit}
        hint={hintOf(now.dailyStake)}
        {...field("dailyStake")}
      />
      <Field
        label={texts.pointsLostDay}
        placeholder={texts.noLimit}
        hint={hintOf(now.dailyLoss)}
        {...field("dailyLoss")}
      />
      <TimeOutField
        now={now}
        field={field("timeOutDays")}
        onEnd={() => void save.submit({ timeOutDays: 0 })}
      />
      {save.failed !== null && <Notice tone="error">{save.failed.failure.message}</Notice>}
      {save.failed === null && save.answer !== null && <Notice>{texts.limitsSet}</Notice>}
      <Button type="submit" tone="gold" busy={save.isBusy} className="mt-1">
        {texts.setLimits}
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
        label={texts.takeTimeOut1(TIME_OUT_DAYS_MAX)}
        placeholder={texts.none}
        hint={
          until === null ? texts.noBetsUntilOver : texts.takingTimeOutUntil(formatMoment(until))
        }
        suffix={<span className="pr-3.5 text-sm text-muted">{texts.days}</span>}
        {...field}
      />
      {until !== null && (
        <Button size="sm" onClick={onEnd} className="self-start">
          {texts.end24Hours}
        </Button>
      )}
    </div>
  );
}

function hintOf(limit: DailyLimit): string {
  const used = formatPoints(limit.usedToday);
  if (limit.pending === null) return texts.usedToday(used);
  return texts.changesFrom(used, limit.pending.limit, formatMoment(limit.pending.from));
}

function textOf(limit: number | null): string {
  return limit === null ? "" : String(limit);
}
