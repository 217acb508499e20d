import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, ListChecks, RotateCw } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QueryView } from "@/data/QueryView";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMoment, formatMonth } from "@/ui/format/dates";
import { formatDollars } from "@/ui/format/dollars";
import { type Month } from "@/ui/months";
import { Notice } from "@/ui/Notice";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { QuestionKind } from "../shell/QuestionKind";
import { SettingsLink } from "../shell/SettingsLink";
import {
  fetchMonth,
  type MonthWithWinners,
  monthQuery,
  monthsQuery,
  saveRaw,
  sumsOf,
  unpaidMonths,
  type Winner,
} from "./months";
import * as texts from "./texts/en";
import { UnpaidDialog } from "./UnpaidDialog";

type MonthEndProps = {
  month: Month;
  /** The month is not over. */
  isRunning: boolean;
  /** Another month is asked for. */
  onMonth: (month: Month) => void;
};

/** How a month ends: whether its places stand, what the casino said of it, and who has been paid. */
export function MonthEnd(props: MonthEndProps) {
  const months = useQuery(monthsQuery);
  // What was known before a source was taken away is still to be paid.
  const isOn =
    months.data !== undefined && (months.data.configured || months.data.months.length > 0);
  const known = useQuery({ ...monthQuery(props.month), enabled: isOn });
  const isLoaded = !isOn || known.data !== undefined;
  return (
    <QueryView
      query={{
        data: isLoaded ? months.data : undefined,
        error: months.error ?? (isOn ? known.error : null),
        isFetching: months.isFetching || known.isFetching,
        refetch: () => Promise.all([months.refetch(), ...(isOn ? [known.refetch()] : [])]),
      }}
      what={texts.monthEnd}
      loading={<LoadingEnd />}
    >
      {({ configured, failing }) => (
        <>
          {!configured && <NoSource />}
          {isOn && (
            <End
              {...props}
              key={props.month}
              known={known.data ?? null}
              canFetch={configured}
              isFailing={failing}
            />
          )}
        </>
      )}
    </QueryView>
  );
}

function NoSource() {
  return (
    <Notice>
      {texts.noSourceCasinosFigures(
        <SettingsLink section="wagers">{texts.wagerSettings}</SettingsLink>,
      )}
    </Notice>
  );
}

type EndProps = MonthEndProps & {
  /** Null when nothing is known of it. */
  known: MonthWithWinners | null;
  canFetch: boolean;
  isFailing: boolean;
};

function End({ month, isRunning, onMonth, known, canFetch, isFailing }: EndProps) {
  const [opened, setOpened] = useState<"fetch" | "unpaid" | null>(null);
  const isFinal = known !== null && known.month.frozenAt !== null;
  const isPaid = known !== null && known.month.paid > 0;
  const close = () => setOpened(null);
  return (
    <Card>
      <section
        aria-label={texts.monthEndLabel}
        className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 p-5"
      >
        <div className="min-w-[min(100%,17rem)] flex-1">
          <h2 className="text-base">{titleOf(month, known, isRunning)}</h2>
          <p className="mt-1 max-w-[44rem] text-sm text-muted">{textOf(known, isRunning)}</p>
          {isFailing && !isFinal && (
            <p className="mt-1 text-sm text-muted">
              {texts.casinoDidNotAnswer(
                <Link to="/admin/health" className="text-text underline underline-offset-4">
                  {texts.health}
                </Link>,
              )}
            </p>
          )}
          {known !== null && <MadeAt known={known} />}
          {isFinal && known.winners.length > 0 && <Progress winners={known.winners} />}
        </div>
        <div className="flex flex-wrap gap-3">
          <UnpaidButton onOpen={() => setOpened("unpaid")} />
          {isFinal && <RawButton month={month} />}
          {canFetch && !isPaid && (
            <Button
              onClick={() => setOpened("fetch")}
              icon={<RotateCw aria-hidden="true" className="size-4" />}
            >
              {known === null ? texts.fetch : texts.fetchAgain}
            </Button>
          )}
        </div>
      </section>
      {opened === "fetch" && <FetchDialog month={month} known={known} onClose={close} />}
      {opened === "unpaid" && (
        <UnpaidDialog
          onMonth={(next) => {
            close();
            onMonth(next);
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}

function titleOf(month: Month, known: MonthWithWinners | null, isRunning: boolean): string {
  const name = formatMonth(month);
  if (known === null) return texts.nothingKnownYet(name);
  if (known.month.frozenAt !== null) return texts.isFinal(name);
  return (isRunning ? texts.isRunning : texts.isProvisional)(name);
}

function textOf(known: MonthWithWinners | null, isRunning: boolean): string {
  if (known === null) return texts.casinoAskedEachMonth;
  const { frozenAt, paid, winners } = known.month;
  if (frozenAt === null)
    return isRunning ? texts.placesChangeUntilMonth : texts.monthHasEndedFigures;
  const since = texts.finalSince(formatMoment(frozenAt));
  if (winners === 0) return texts.nobodyHasWonPrize(since);
  return paid > 0 ? texts.prizeHasBeenPaid(since) : texts.canBeFetchedAgain(since);
}

/** The casino's own word on how old its figures are; times of every form are made readable. */
function MadeAt({ known: { month } }: { known: MonthWithWinners }) {
  if (month.madeAt === null) return null;
  return (
    <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
      {texts.casinoMadeTheseFigures(formatMoment(month.madeAt))}
    </p>
  );
}

function Progress({ winners }: { winners: readonly Winner[] }) {
  const { all, paid } = sumsOf(winners);
  const count = winners.filter(({ paidAt }) => paidAt !== null).length;
  return (
    <div className="mt-4 max-w-[26rem]">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm">
        <span role="status" className="font-semibold">
          {texts.ofPaid(count, winners.length)}
        </span>
        <span className="text-muted tabular-nums">
          {paid === all ? texts.all(formatDollars(all)) : texts.stillPay(formatDollars(all - paid))}
        </span>
      </p>
      <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-ink-700">
        <div
          className="h-full origin-left rounded-full bg-gold-400 transition-transform motion-reduce:transition-none"
          style={{ transform: `scaleX(${count / winners.length})` }}
        />
      </div>
    </div>
  );
}

function UnpaidButton({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(monthsQuery);
  const count = unpaidMonths(data?.months ?? []).length;
  if (count === 0) return null;
  return (
    <Button onClick={onOpen} icon={<ListChecks aria-hidden="true" className="size-4" />}>
      {texts.prizesPay}
      <span aria-hidden="true" className="text-muted tabular-nums">
        {count}
      </span>
      <span className="sr-only">{texts.inText(count)}</span>
    </Button>
  );
}

function RawButton({ month }: { month: Month }) {
  const { isBusy, submit } = useSubmit<void, void>({
    send: () => saveRaw(month),
    onFailure: ({ failure }) =>
      toast({
        tone: "error",
        text: texts.casinosAnswerCouldNot(failure.message),
      }),
  });
  return (
    <Button
      busy={isBusy}
      onClick={() => void submit()}
      icon={<Download aria-hidden="true" className="size-4" />}
    >
      {texts.rawAnswer}
    </Button>
  );
}

type FetchDialogProps = Pick<EndProps, "month" | "known"> & { onClose: () => void };

function FetchDialog({ month, known, onClose }: FetchDialogProps) {
  const name = formatMonth(month);
  const isFinal = known !== null && known.month.frozenAt !== null;
  return (
    <ConfirmDialog
      art={<QuestionKind kind={isFinal ? "warning" : "info"} />}
      title={known === null ? texts.fetchText(name) : texts.fetchAgainText(name)}
      text={isFinal ? texts.fetchFinalEffect : texts.fetchEffect}
      confirm={known === null ? texts.fetch : texts.fetchAgain}
      onConfirm={async () => {
        const { players } = (await fetchMonth(month)).month;
        toast({
          tone: "success",
          text: texts.hasBeenFetched(name, players),
        });
      }}
      onClose={onClose}
    />
  );
}

function LoadingEnd() {
  return (
    <Card role="status" className="flex flex-col gap-3 p-5">
      <span className="sr-only">{texts.loadingHowMonthEnds}</span>
      <Skeleton className="h-6 w-48 rounded-sm" />
      <Skeleton className="h-5 max-w-[28rem] rounded-sm" />
    </Card>
  );
}
