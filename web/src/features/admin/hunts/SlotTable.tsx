import { Check, HandCoins, Lock, Pencil, Play, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatCents, rewriteDollars } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { None } from "@/ui/None";
import { type Column, Table } from "@/ui/Table";
import { type WinClass, winClass } from "@/ui/win-class";
import { offIf } from "./external";
import type { Slot } from "./model";
import * as texts from "./texts/en";

export type SlotAction = "play" | "edit" | "delete" | "tip";

type SlotTableProps = {
  slots: readonly Slot[];
  /** They are a service's: only tips are said over them. */
  isReadOnly: boolean;
  onOpen: (action: SlotAction, slot: Slot) => void;
};

/** Where the focus finds the Play button of a slot. */
export function playIdOf(slotId: string): string {
  return `play-${slotId}`;
}

/** The same for its tip. */
export function tipIdOf(slotId: string): string {
  return `tip-${slotId}`;
}

/** The slots of a hunt, and what can be done about each. */
export function SlotTable({ slots, isReadOnly, onOpen }: SlotTableProps) {
  const next = slots.find(({ opened }) => !opened)?.id;
  // The same columns as long as they can be: five hundred rows may be shown, and one of them changes.
  const all = useMemo(() => columnsOf({ isReadOnly, onOpen }), [isReadOnly, onOpen]);
  return (
    <Card className="relative overflow-x-auto">
      <Table
        look="editor"
        caption={texts.slots}
        headerClass="px-2 py-3 font-medium whitespace-nowrap first:pl-5"
        cellClass="px-2 py-2.5 first:pl-5"
        rows={slots}
        rowKey={({ id }) => id}
        markOf={({ id }) => (id === next ? "next" : undefined)}
        columns={all}
      />
    </Card>
  );
}

const colours: Readonly<Record<WinClass, string>> = {
  mega: "font-semibold text-gold-300",
  big: "font-semibold text-gold-400",
  good: "font-semibold text-win",
  small: "text-muted",
};

type ActionsProps = Pick<SlotTableProps, "isReadOnly" | "onOpen">;

function columnsOf(props: ActionsProps): readonly Column<Slot>[] {
  return [
    {
      header: "#",
      cell: (slot, index) => (
        <Tip slot={slot} index={index + 1} onToggle={() => props.onOpen("tip", slot)} />
      ),
    },
    ...columns,
    {
      header: texts.actions,
      isHeaderHidden: true,
      cell: (slot, index, mark) => (
        <Actions slot={slot} index={index + 1} isNext={mark === "next"} {...props} />
      ),
    },
  ];
}

const columns: readonly Column<Slot>[] = [
  {
    header: texts.slot,
    isRowHeader: true,
    cellClass: "w-full font-normal",
    cell: (slot) => <SlotName slot={slot} />,
  },
  {
    header: texts.provider,
    className: "max-xl:hidden",
    cellClass: "max-w-36 truncate text-muted",
    cell: ({ provider }) => provider,
  },
  {
    header: texts.called,
    className: "max-xl:hidden",
    cellClass: "max-w-28 truncate",
    cell: ({ calledBy }) => (calledBy === "" ? <None says={texts.nobody} /> : calledBy),
  },
  {
    header: texts.betSize,
    align: "right",
    className: "whitespace-nowrap max-sm:hidden",
    cell: ({ betAmount }) => rewriteDollars(betAmount),
  },
  {
    header: texts.win,
    align: "right",
    className: "whitespace-nowrap max-sm:hidden",
    cellClass: "font-semibold",
    cell: ({ opened, amountWon }) =>
      opened ? formatCents(amountWon) : <None says={texts.notOpened} />,
  },
  {
    header: texts.xWin,
    align: "right",
    className: "whitespace-nowrap max-sm:hidden",
    cell: ({ opened, times }) =>
      opened ? (
        <span className={colours[winClass(times)]}>{formatTimes(times)}</span>
      ) : (
        <None says={texts.notOpened} />
      ),
  },
  {
    header: texts.status,
    className: "max-sm:hidden",
    cell: ({ opened }) => <Status isOpened={opened} />,
  },
];

/** With the columns that have no room beside it. */
function SlotName({ slot }: { slot: Slot }) {
  const { slotName, provider, calledBy, betAmount, opened, amountWon, times } = slot;
  return (
    <>
      <span className="block text-base leading-snug font-semibold [overflow-wrap:anywhere]">
        {slotName}
      </span>
      <span className="mt-0.5 block text-muted [overflow-wrap:anywhere] xl:hidden">
        {calledBy === "" ? provider : `${provider} · ${calledBy}`}
      </span>
      <span className="mt-0.5 block text-muted sm:hidden">
        {rewriteDollars(betAmount)}
        {opened && (
          <>
            {" "}
            · <span className="text-text">{formatCents(amountWon)}</span> · {formatTimes(times)}
          </>
        )}
      </span>
    </>
  );
}

function Status({ isOpened }: { isOpened: boolean }) {
  const Icon = isOpened ? Check : Lock;
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        isOpened ? "text-win" : "text-muted",
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="max-xl:sr-only">{isOpened ? texts.openedText : texts.unopened}</span>
    </span>
  );
}

type SlotActionsProps = ActionsProps & {
  slot: Slot;
  index: number;
  /** It is the first that is not opened. */
  isNext: boolean;
};

function Actions({ slot, index, isNext, isReadOnly, onOpen }: SlotActionsProps) {
  const { slotName, opened } = slot;
  const off = offIf(isReadOnly);
  return (
    <div className="flex items-center justify-end max-sm:w-22 max-sm:flex-wrap">
      {!opened && (
        <Button
          id={playIdOf(slot.id)}
          size="sm"
          tone={isNext ? "gold" : "quiet"}
          aria-label={texts.playNumber(slotName, index)}
          onClick={() => onOpen("play", slot)}
          icon={<Play aria-hidden="true" className="size-3.5 fill-current" />}
          className="max-sm:w-full sm:mr-1"
          {...off}
        >
          {texts.play}
        </Button>
      )}
      <IconButton
        label={texts.editNumber(slotName, index)}
        onClick={() => onOpen("edit", slot)}
        className="disabled:opacity-45"
        {...off}
      >
        <Pencil aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton
        label={texts.deleteNumber(slotName, index)}
        onClick={() => onOpen("delete", slot)}
        className="disabled:opacity-45"
        {...off}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  );
}

type TipProps = { slot: Slot; index: number; onToggle: () => void };

/** The number of a slot; a tip takes its place, as everyone sees it. */
function Tip({ slot: { id, hasTip, slotName }, index, onToggle }: TipProps) {
  return (
    <button
      id={tipIdOf(id)}
      type="button"
      aria-pressed={hasTip}
      aria-label={texts.tipNumber(slotName, index)}
      title={hasTip ? texts.takeTipAway : texts.flagTipCaller}
      onClick={onToggle}
      className="touch-target inline-flex items-center gap-1.5 rounded-sm text-muted transition-colors hover:text-text"
    >
      {hasTip ? (
        <Badge tone="gold">{texts.tip}</Badge>
      ) : (
        <>
          {index}
          <HandCoins aria-hidden="true" className="size-3.5 text-faint" />
        </>
      )}
    </button>
  );
}
