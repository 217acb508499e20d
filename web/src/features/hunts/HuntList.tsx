import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatDay } from "@/ui/format/dates";
import { formatCents } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { None } from "@/ui/None";
import { type Column, Table } from "@/ui/Table";
import { type Hunt, hasBegun, type Order, sorted } from "./model";
import { Result } from "./Result";
import { LiveBadge } from "./StatusBadge";
import * as texts from "./texts/en";
import { WinMark } from "./WinMark";

/** Hunts that are shown at once. */
const STEP = 30;

type HuntListProps = { hunts: readonly Hunt[]; order: Order };

/** All hunts: a table, and cards where it has no room. */
export function HuntList({ hunts, order }: HuntListProps) {
  const [shown, setShown] = useState(STEP);
  const all = useMemo(() => sorted(hunts, order), [hunts, order]);
  const rows = all.slice(0, shown);
  return (
    <div className="@container flex flex-col gap-5">
      <HuntTable hunts={rows} />
      <ul className="grid gap-3 @min-[36rem]:grid-cols-2 @min-[54rem]:hidden">
        {rows.map((hunt) => (
          <li key={hunt.id} className="min-w-0">
            <HuntCard hunt={hunt} />
          </li>
        ))}
      </ul>
      {all.length > shown && (
        <Button className="self-center" onClick={() => setShown(shown + STEP)}>
          {texts.showMore}
        </Button>
      )}
    </div>
  );
}

function HuntTable({ hunts }: { hunts: readonly Hunt[] }) {
  return (
    <Card className="hidden overflow-hidden @min-[54rem]:block">
      <Table
        look="page"
        caption={texts.bonusHunts}
        headerClass="px-3 py-3 font-semibold whitespace-nowrap first:pl-5 last:pr-5"
        cellClass="px-3 py-3.5 first:pl-5 last:pr-5"
        rowClass="relative transition-colors hover:bg-ink-850"
        rows={hunts}
        rowKey={({ id }) => id}
        columns={columns}
      />
    </Card>
  );
}

const columns: readonly Column<Hunt>[] = [
  {
    header: texts.id,
    isRowHeader: true,
    cellClass: "w-full max-w-0 font-normal",
    cell: ({ id, name, status }) => (
      <div className="flex items-center gap-3">
        <Link
          to="/bonus-hunts/$id"
          params={{ id }}
          className="min-w-0 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-gold-300"
        >
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-sm text-muted">#{id}</span>
        </Link>
        {status === "live" && <LiveBadge />}
      </div>
    ),
  },
  {
    header: texts.date,
    cellClass: "text-sm whitespace-nowrap text-muted",
    cell: ({ huntDate }) => <time dateTime={huntDate}>{formatDay(huntDate)}</time>,
  },
  resultColumn(texts.bonuses, (hunt) => <Bonuses hunt={hunt} />),
  {
    ...resultColumn(texts.bestWin, bestWin),
    cellClass: "font-semibold whitespace-nowrap",
  },
  resultColumn(texts.bestX, bestTimes),
  resultColumn(texts.avgX, averageTimes),
  resultColumn("P/L", profit),
];

function resultColumn(header: string, cell: (hunt: Hunt) => ReactNode): Column<Hunt> {
  return { header, align: "right", cellClass: "whitespace-nowrap", cell };
}

/** A result that there is from the first opened slot on. */
function begun(hunt: Hunt, result: ReactNode): ReactNode {
  return hasBegun(hunt) ? result : <None says={texts.noneYet} />;
}

function bestWin(hunt: Hunt): ReactNode {
  return begun(hunt, formatCents(hunt.highestPayout));
}

function bestTimes(hunt: Hunt): ReactNode {
  return begun(hunt, <WinMark times={hunt.highestMultiplier} />);
}

function averageTimes(hunt: Hunt): ReactNode {
  return begun(hunt, formatTimes(hunt.runningAverage));
}

function profit(hunt: Hunt): ReactNode {
  return begun(hunt, <Result profitLoss={hunt.profitLoss} />);
}

function HuntCard({ hunt }: { hunt: Hunt }) {
  const { id, name, status, huntDate } = hunt;
  return (
    <Card className="relative h-full p-5 transition-colors hover:bg-ink-850">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base leading-snug font-semibold [overflow-wrap:anywhere]">
            <Link
              to="/bonus-hunts/$id"
              params={{ id }}
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-gold-300"
            >
              {name}
            </Link>
          </h2>
          <p className="mt-0.5 text-sm text-muted [overflow-wrap:anywhere]">
            #{id} · <time dateTime={huntDate}>{formatDay(huntDate)}</time>
          </p>
        </div>
        {status === "live" ? (
          <LiveBadge />
        ) : (
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-faint" />
        )}
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-4 gap-y-3">
        <Figure name="P/L">{profit(hunt)}</Figure>
        <Figure name={texts.bonuses}>
          <Bonuses hunt={hunt} />
        </Figure>
        <Figure name={texts.bestWin}>
          <span className="font-semibold">{bestWin(hunt)}</span>
        </Figure>
        <Figure name={texts.bestX}>{bestTimes(hunt)}</Figure>
        <Figure name={texts.avgX}>{averageTimes(hunt)}</Figure>
      </dl>
    </Card>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-fit flex-1 basis-2/5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 flex h-7 items-center">{children}</dd>
    </div>
  );
}

/** How many there are; of one that is not over, how many are opened. */
function Bonuses({ hunt: { status, openedSlots, totalSlots } }: { hunt: Hunt }) {
  if (status === "completed" || openedSlots === totalSlots) return totalSlots;
  return (
    <span className="whitespace-nowrap">
      {openedSlots}
      <span className="text-muted"> / {totalSlots}</span>
      <span className="sr-only">{texts.opened}</span>
    </span>
  );
}
