import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { formatMonth } from "@/ui/format/dates";
import { type Month } from "@/ui/months";
import { toast } from "@/ui/toast";
import { QuestionKind } from "../shell/QuestionKind";
import { type KnownMonth, monthsQuery, settleMonths, unpaidMonths, unpaidPrizes } from "./months";
import * as texts from "./texts/en";

type UnpaidDialogProps = { onMonth: (month: Month) => void; onClose: () => void };

/**
 * The final months whose prizes are not all ticked as paid, each with the way to it. Whoever begins with
 * this site has paid the past elsewhere, and ticks whole months of it.
 */
export function UnpaidDialog({ onMonth, onClose }: UnpaidDialogProps) {
  const { data } = useQuery(monthsQuery);
  const [names, setNames] = useState<ReadonlySet<Month>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const months = unpaidMonths(data?.months ?? []);
  // Somebody else may have ticked one meanwhile.
  const chosen = months.filter(({ month }) => names.has(month));
  const choose = (next: readonly Month[]) => {
    setAsking(false);
    setNames(new Set(next));
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        title={texts.prizesPayText}
        description={
          months.length === 0 ? texts.everyPrizeFinalMonths : texts.finalMonthsWhosePrizes
        }
        {...(months.length > 0 && {
          actions: (
            <Button tone="gold" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
              {chosen.length === 0 ? texts.markPaid : texts.markMonthsPaid(chosen.length)}
            </Button>
          ),
        })}
      >
        {months.length > 0 && <MonthList {...{ months, chosen, choose, onMonth }} />}
      </Dialog>
      {/* Above the list: the focus finds its way back to it, and from there to where it came from. */}
      {isAsking && chosen.length > 0 && (
        <SettleDialog months={chosen} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

type MonthListProps = Pick<UnpaidDialogProps, "onMonth"> & {
  months: readonly KnownMonth[];
  chosen: readonly KnownMonth[];
  choose: (next: readonly Month[]) => void;
};

function MonthList({ months, chosen, choose, onMonth }: MonthListProps) {
  const all = months.map(({ month }) => month);
  const now = chosen.map(({ month }) => month);
  const isAll = now.length === all.length;
  return (
    <>
      {all.length > 1 && (
        <Checkbox
          className="mt-5"
          label={texts.selectAll}
          checked={isAll}
          onChange={() => choose(isAll ? [] : all)}
        />
      )}
      <ul
        aria-label={texts.months}
        className="relative -mx-1 mt-2 flex max-h-[20.5rem] flex-col overflow-y-auto border-t border-line px-1"
      >
        {months.map(({ month, paid, winners }) => (
          <li key={month} className="flex items-center border-b border-line last:border-0">
            <Checkbox
              label={<span className="sr-only">{texts.select(formatMonth(month))}</span>}
              checked={now.includes(month)}
              onChange={() =>
                choose(
                  now.includes(month) ? now.filter((other) => other !== month) : [...now, month],
                )
              }
            />
            <button
              type="button"
              onClick={() => onMonth(month)}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-sm px-2 text-left text-sm transition-colors hover:bg-ink-800"
            >
              <span className="flex-1 font-semibold">{formatMonth(month)}</span>{" "}
              <span className="text-muted tabular-nums">{texts.ofPaidText(paid, winners)}</span>
              <ChevronRight aria-hidden="true" className="size-4 text-faint" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

type SettleDialogProps = { months: readonly KnownMonth[]; onClose: () => void };

/** Asks before whole months count as paid: everyone sees it, and it is taken back one by one only. */
function SettleDialog({ months, onClose }: SettleDialogProps) {
  const name = texts.monthCount(months.length);
  const prizes = texts.prizeCount(unpaidPrizes(months));
  return (
    <ConfirmDialog
      art={<QuestionKind kind="warning" />}
      title={texts.markPaidQuestion(name)}
      text={texts.willShownEveryonePaid(prizes)}
      confirm={texts.markPrizesPaid(prizes)}
      onConfirm={async () => {
        await settleMonths(months);
        toast({ tone: "success", text: texts.markedPaid(prizes, name) });
      }}
      onClose={onClose}
    >
      <Card
        role="group"
        aria-label={texts.monthsMark}
        // Scrolls where there are many and holds nothing to press, so it can be reached with the keyboard.
        tabIndex={0}
        className="relative mt-5 max-h-56 overflow-y-auto"
      >
        <ul className="px-4 py-2 text-sm">
          {months.map((one) => (
            <li key={one.month} className="flex justify-between gap-4 py-1.5">
              <span>{formatMonth(one.month)}</span>{" "}
              <span className="text-muted tabular-nums">
                {texts.prizeCount(unpaidPrizes([one]))}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </ConfirmDialog>
  );
}
