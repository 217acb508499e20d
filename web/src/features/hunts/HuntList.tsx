import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { dayText } from "@/ui/dates";
import { dollarsAndCents } from "@/ui/dollars";
import { None } from "@/ui/None";
import { timesText } from "@/ui/times";
import { type Hunt, hasBegun, type Order, sorted } from "./model";
import { Result } from "./Result";
import { LiveBadge } from "./StatusBadge";
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
          Show more
        </Button>
      )}
    </div>
  );
}

const head = "py-3 px-3 font-semibold first:pl-5 last:pr-5 whitespace-nowrap";
const cell = "py-3.5 px-3 whitespace-nowrap first:pl-5 last:pr-5";

function HuntTable({ hunts }: { hunts: readonly Hunt[] }) {
  return (
    <Card className="hidden overflow-hidden @min-[54rem]:block">
      <table className="w-full text-left">
        <caption className="sr-only">Bonus hunts</caption>
        <thead>
          <tr className="eyebrow border-b border-line">
            <th scope="col" className={head}>
              ID
            </th>
            <th scope="col" className={head}>
              Date
            </th>
            {["Bonuses", "Best Win", "Best X", "Avg X", "P/L"].map((name) => (
              <th key={name} scope="col" className={cx(head, "text-right")}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {hunts.map((hunt) => (
            <HuntRow key={hunt.id} hunt={hunt} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function HuntRow({ hunt }: { hunt: Hunt }) {
  const { id, name, status, huntDate, highestPayout, highestMultiplier, runningAverage } = hunt;
  const isOpened = hasBegun(hunt);
  return (
    <tr className="relative transition-colors hover:bg-ink-850">
      <th scope="row" className={cx(cell, "w-full max-w-0 font-normal whitespace-normal")}>
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
      </th>
      <td className={cx(cell, "text-sm text-muted")}>
        <time dateTime={huntDate}>{dayText(huntDate)}</time>
      </td>
      <td className={cx(cell, "text-right")}>
        <Bonuses hunt={hunt} />
      </td>
      <td className={cx(cell, "text-right font-semibold")}>
        {isOpened ? dollarsAndCents(highestPayout) : <None says="None yet" />}
      </td>
      <td className={cx(cell, "text-right")}>
        {isOpened ? <WinMark times={highestMultiplier} /> : <None says="None yet" />}
      </td>
      <td className={cx(cell, "text-right")}>
        {isOpened ? timesText(runningAverage) : <None says="None yet" />}
      </td>
      <td className={cx(cell, "text-right")}>
        {isOpened ? <Result profitLoss={hunt.profitLoss} /> : <None says="None yet" />}
      </td>
    </tr>
  );
}

function HuntCard({ hunt }: { hunt: Hunt }) {
  const { id, name, status, huntDate, highestPayout, highestMultiplier, runningAverage } = hunt;
  const isOpened = hasBegun(hunt);
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
            #{id} · <time dateTime={huntDate}>{dayText(huntDate)}</time>
          </p>
        </div>
        {status === "live" ? (
          <LiveBadge />
        ) : (
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-faint" />
        )}
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-4 gap-y-3">
        <Figure name="P/L">
          {isOpened ? <Result profitLoss={hunt.profitLoss} /> : <None says="None yet" />}
        </Figure>
        <Figure name="Bonuses">
          <Bonuses hunt={hunt} />
        </Figure>
        <Figure name="Best Win">
          <span className="font-semibold">
            {isOpened ? dollarsAndCents(highestPayout) : <None says="None yet" />}
          </span>
        </Figure>
        <Figure name="Best X">
          {isOpened ? <WinMark times={highestMultiplier} /> : <None says="None yet" />}
        </Figure>
        <Figure name="Avg X">
          {isOpened ? timesText(runningAverage) : <None says="None yet" />}
        </Figure>
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
      <span className="sr-only"> opened</span>
    </span>
  );
}
