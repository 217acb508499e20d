import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatCents, rewriteDollars } from "@/ui/format/dollars";
import { None } from "@/ui/None";
import { type Column, Table } from "@/ui/Table";
import { type HuntSlot, nextOf, type WholeHunt } from "./model";
import * as texts from "./texts/en";
import { WinMark } from "./WinMark";

type SlotTableProps = {
  hunt: WholeHunt;
  /** The slot that was opened last before our eyes. */
  latest: string | null;
};

/** All slots of a hunt. On phones caller and bet stand below the name, the multiplier below the win. */
export function SlotTable({ hunt, latest }: SlotTableProps) {
  const next = nextOf(hunt)?.id;
  return (
    <Card className="overflow-hidden">
      <Table
        look="page"
        caption={texts.slots}
        headerClass="px-2 py-3 font-semibold whitespace-nowrap"
        cellClass="px-2 py-3"
        rows={hunt.slots}
        rowKey={({ id }) => id}
        markOf={({ id }) => (id === latest ? "latest" : id === next ? "next" : undefined)}
        rowClass={({ id }) =>
          cx("transition-colors duration-300", id === latest && "bg-gold-400/8")
        }
        columns={columns}
      />
    </Card>
  );
}

/** Never made again: five hundred rows may be shown, and only those that changed are drawn again. */
const columns: readonly Column<HuntSlot>[] = [
  {
    header: "#",
    align: "center",
    className: "pl-3 sm:pl-6",
    cellClass: "relative text-sm text-muted",
    cell: (slot, index, mark) => (
      <>
        {mark === "latest" && (
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-0 w-1 animate-fade bg-gold-400"
          />
        )}
        <Index slot={slot} index={index + 1} />
      </>
    ),
  },
  {
    header: texts.slot,
    isRowHeader: true,
    cellClass: "w-full max-w-0 font-normal",
    cell: (slot, _index, mark) => <SlotName slot={slot} mark={mark} />,
  },
  {
    header: texts.called,
    className: "max-md:hidden",
    cellClass: "max-w-44 truncate",
    cell: ({ calledBy }) => (calledBy === "" ? <None says={texts.nobody} /> : calledBy),
  },
  {
    header: texts.betSize,
    align: "right",
    className: "max-md:hidden",
    cellClass: "whitespace-nowrap text-muted",
    cell: ({ betAmount }) => rewriteDollars(betAmount),
  },
  {
    header: texts.win,
    align: "right",
    cellClass: "whitespace-nowrap",
    cell: ({ opened, amountWon, times }) =>
      opened ? (
        <>
          <span className="font-semibold">{formatCents(amountWon)}</span>
          <span className="mt-0.5 block sm:hidden">
            <WinMark times={times} />
          </span>
        </>
      ) : (
        <None says={texts.notOpenedYet} />
      ),
  },
  {
    header: texts.xWin,
    align: "right",
    className: "pr-6 max-sm:hidden",
    cellClass: "whitespace-nowrap",
    cell: ({ opened, times }) =>
      opened ? <WinMark times={times} /> : <None says={texts.notOpenedYet} />,
  },
];

function SlotName({ slot, mark }: { slot: HuntSlot; mark: string | undefined }) {
  const { slotName, provider, calledBy, opened } = slot;
  const betAmount = rewriteDollars(slot.betAmount);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span
          className={cx(
            "min-w-0 [overflow-wrap:anywhere]",
            opened || mark === "next" ? "font-semibold" : "font-medium text-muted",
          )}
        >
          {slotName}
        </span>
        {mark === "latest" && <Badge tone="gold">{texts.justOpened}</Badge>}
        {mark === "next" && <Badge>{texts.upNext}</Badge>}
      </span>
      <span className="mt-0.5 block text-sm text-muted [overflow-wrap:anywhere]">
        <span className="max-md:hidden">{provider}</span>
        <span className="md:hidden">
          {calledBy === "" ? betAmount : `${calledBy} · ${betAmount}`}
        </span>
      </span>
    </>
  );
}

/** A tip takes the place of the number. */
function Index({ slot: { hasTip }, index }: { slot: HuntSlot; index: number }) {
  if (!hasTip) return index;
  return (
    <>
      <span className="sr-only">{index}, </span>
      <Badge tone="gold">{texts.tip}</Badge>
    </>
  );
}
