import { Link } from "@tanstack/react-router";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { IfOn } from "@/features/site/PageLink";
import { reasonOf } from "@/features/wallet/ledger-text";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment, formatSiteDay } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { type Column, Table } from "@/ui/Table";
import type { LedgerItem } from "./queries";
import { readReference } from "./reference";
import * as texts from "./texts/en";

/** Entries of the ledger. Where there is little room, time and balance stand below what they belong to. */
export function LedgerTable({ items }: { items: readonly LedgerItem[] }) {
  return (
    <Card className="overflow-hidden">
      <Table
        look="page"
        caption={texts.movementsPointsNewestFirst}
        rows={items}
        rowKey={({ seq }) => seq}
        columns={columns}
      />
    </Card>
  );
}

const columns: readonly Column<LedgerItem>[] = [
  { header: texts.what, className: "pl-4 sm:pl-6", cell: (item) => <What item={item} /> },
  { header: texts.when, className: "pl-3 max-lg:hidden", cell: (item) => <When item={item} /> },
  {
    header: texts.points,
    align: "right",
    className: "pr-4 pl-3 sm:pr-6 lg:pr-3",
    cellClass: "whitespace-nowrap max-sm:text-sm",
    cell: ({ amount, balanceAfter }) => (
      <>
        <span className={cx("font-semibold", amount >= 0 ? "text-win" : "text-loss")}>
          {amount >= 0 ? "+" : "−"}
          {formatPoints(Math.abs(amount))}
        </span>
        <span className="block text-muted sm:text-sm lg:hidden">
          <span className="sr-only">{texts.balanceAfter}</span>
          {formatPoints(balanceAfter)}
        </span>
      </>
    ),
  },
  {
    header: texts.balanceAfterText,
    align: "right",
    className: "pr-6 pl-3 max-lg:hidden",
    cellClass: "whitespace-nowrap text-muted",
    cell: ({ balanceAfter }) => formatPoints(balanceAfter),
  },
];

function What({ item }: { item: LedgerItem }) {
  const isGain = item.amount >= 0;
  const Arrow = isGain ? ArrowDownLeft : ArrowUpRight;
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className={cx(
          "flex size-9 shrink-0 items-center justify-center rounded-full max-[23rem]:hidden",
          isGain ? "bg-win/12 text-win" : "bg-ink-800 text-muted",
        )}
      >
        <Arrow className="size-4.5" />
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-medium">{reasonOf(item)}</span>
        {item.note && (
          <span dir="auto" className="block text-sm text-muted">
            {texts.note(item.note)}
          </span>
        )}
        <span className="block lg:hidden">
          <When item={item} />
        </span>
        <Reference item={item} />
      </div>
    </div>
  );
}

function When({ item }: { item: LedgerItem }) {
  return (
    <time dateTime={item.createdAt} className="text-sm text-muted">
      {formatMoment(item.createdAt)}
    </time>
  );
}

const link =
  "inline-flex min-h-11 items-center text-sm text-muted underline decoration-line-strong underline-offset-4 hover:text-text lg:pointer-fine:min-h-6";

function Reference({ item }: { item: LedgerItem }) {
  const { name, note, givenBy } = item;
  const reference = readReference(item.reference);
  switch (reference?.kind) {
    case "round":
      return (
        <IfOn page="/fairness" otherwise={<Plain>{texts.round(reference.id)}</Plain>}>
          <Link to="/fairness" search={{ round: reference.id }} className={link}>
            {texts.round(reference.id)}
          </Link>
        </IfOn>
      );
    case "claim":
      return (
        <IfOn
          page="/rewards/daily-calendar"
          otherwise={<Plain>{texts.claim(formatSiteDay(reference.day))}</Plain>}
        >
          <Link to="/rewards/daily-calendar" className={link}>
            {texts.claim(formatSiteDay(reference.day))}
          </Link>
        </IfOn>
      );
    case "purchase":
      return (
        <Link to="/history" search={{ tab: "shop" }} className={link}>
          {name ?? texts.purchase(reference.number)}
        </Link>
      );
    case "giveaway":
      return (
        <IfOn page="/giveaways" otherwise={<Plain>{name ?? texts.giveaway(reference.id)}</Plain>}>
          <Link to="/giveaways" search={{ proof: reference.id }} className={link}>
            {name ?? texts.giveaway(reference.id)}
          </Link>
        </IfOn>
      );
    case "record":
      if (name) return <Plain>{name}</Plain>;
      // The giver or the reason says more than the number of a record.
      if (note || givenBy) return null;
      return <Plain>{texts.record(reference.text)}</Plain>;
    case undefined:
      return null;
  }
}

function Plain({ children }: { children: ReactNode }) {
  return <span className="text-sm text-muted">{children}</span>;
}
