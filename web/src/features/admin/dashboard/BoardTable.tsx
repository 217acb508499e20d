import { useRef, useState } from "react";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMonth } from "@/ui/format/dates";
import { formatCents, formatDollars } from "@/ui/format/dollars";
import { formatPoints } from "@/ui/format/numbers";
import { type Month } from "@/ui/months";
import { EmptyState } from "@/ui/PageState";
import { Prize } from "@/ui/Prize";
import { Rank } from "@/ui/Rank";
import { Skeleton } from "@/ui/Skeleton";
import { type Column, Table } from "@/ui/Table";
import { Pages } from "../lists/Pages";
import { SearchField } from "../lists/SearchField";
import { Private } from "../shell/Private";
import * as hidden from "../shell/texts/private.en";
import { emptyText, found } from "./figures";
import { PaidTick } from "./PaidTick";
import type { Board, Place } from "./queries";
import * as texts from "./texts/en";
import type { Payouts } from "./use-payouts";

/** Rows that are drawn at once, however many there are. */
const PAGE_LENGTH = 50;

type BoardTableProps = {
  month: Month;
  /** Undefined while it is being read. */
  board: Board | undefined;
  /** The prizes to tick as paid; null while there are none. */
  payouts: Payouts | null;
  /** Null where the days of a player cannot be seen. */
  onPlayer: ((place: Place) => void) | null;
};

/** Every place of a month and what it pays, a page at a time. */
export function BoardTable({ month, board, payouts, onPlayer }: BoardTableProps) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState(1);
  const all = board?.entries ?? [];
  const rows = found(all, text);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_LENGTH));
  // A month that is read again may have become shorter.
  const page = Math.min(asked, pages);
  const top = useRef<HTMLDivElement>(null);
  const turn = (next: number) => {
    setAsked(next);
    // The buttons stand under the rows, and the next rows begin above them.
    top.current?.scrollIntoView({ block: "start" });
  };
  const search = (next: string) => {
    setText(next);
    setAsked(1);
  };
  return (
    <Card className="overflow-hidden">
      <div
        ref={top}
        className="flex scroll-mt-20 flex-wrap items-end justify-between gap-x-8 gap-y-4 border-b border-line p-5"
      >
        <div>
          <h2 className="text-lg">{formatMonth(month)}</h2>
          <p className="mt-1 text-sm text-muted">
            {texts.prizePool(
              board === undefined ? (
                <Skeleton className="inline-block h-5 w-16 rounded-sm" />
              ) : (
                <span className="font-display text-lg font-bold text-gold-300">
                  {formatDollars(board.pool)}
                </span>
              ),
            )}
          </p>
        </div>
        {all.length > 0 && (
          <div className="min-w-[min(100%,13rem)]">
            <SearchField
              label={texts.searchPlayers}
              placeholder={texts.username}
              text={text}
              onSearch={search}
            />
          </div>
        )}
      </div>
      {board === undefined ? (
        <LoadingRows month={month} />
      ) : all.length === 0 ? (
        <EmptyState art={<EmptyRows />} title={board.empty ?? emptyText(month)} />
      ) : rows.length === 0 ? (
        <EmptyState art={<EmptyRows />} title={texts.noPlayersMatch}>
          <p className="[overflow-wrap:anywhere]">{texts.noPlayerMatches(text)}</p>
        </EmptyState>
      ) : (
        <>
          {text !== "" && (
            <p role="status" className="border-b border-line px-5 py-2.5 text-sm text-muted">
              {texts.ofPlayers(formatPoints(rows.length), formatPoints(all.length))}
            </p>
          )}
          <Rows
            rows={rows.slice((page - 1) * PAGE_LENGTH, page * PAGE_LENGTH)}
            caption={(board.source === "sample" ? texts.wageredInSample : texts.wageredIn)(
              formatMonth(month),
            )}
            payouts={payouts}
            onPlayer={onPlayer}
          />
          {pages > 1 && (
            <div className="border-t border-line p-4">
              <Pages page={page} pages={pages} onPage={turn} />
            </div>
          )}
        </>
      )}
    </Card>
  );
}

type RowsProps = Pick<BoardTableProps, "payouts" | "onPlayer"> & {
  rows: readonly Place[];
  caption: string;
};

function Rows({ rows, caption, payouts, onPlayer }: RowsProps) {
  return (
    <div className="relative overflow-x-auto">
      <Table
        look="page"
        caption={caption}
        headRowClass="max-sm:tracking-normal"
        rowClass="transition-colors hover:bg-ink-850"
        cellClass="py-1"
        rows={rows}
        rowKey={({ rank }) => rank}
        columns={
          payouts === null ? columnsOf(onPlayer) : [...columnsOf(onPlayer), paidColumn(payouts)]
        }
      />
    </div>
  );
}

function columnsOf(onPlayer: BoardTableProps["onPlayer"]): Column<Place>[] {
  return [
    {
      header: texts.rank,
      className: "pl-2 sm:pl-5",
      cell: ({ rank }) => <Rank rank={rank} />,
    },
    {
      header: texts.username,
      headerClass: "pl-2 sm:pl-3",
      cell: (place) => {
        const look =
          "inline-flex min-h-11 items-center rounded-sm pl-2 text-left font-medium max-sm:text-sm sm:px-3 [overflow-wrap:anywhere]";
        if (onPlayer === null) return <span className={look}>{place.username}</span>;
        return (
          <button
            type="button"
            onClick={() => onPlayer(place)}
            className={cx(look, "underline-offset-4 hover:underline")}
          >
            {place.username}
          </button>
        );
      },
    },
    {
      header: texts.totalWagered,
      align: "right",
      className: "pl-1 sm:pl-2",
      cellClass: "font-medium whitespace-nowrap tabular-nums max-sm:text-sm",
      cell: ({ username, wagered }) => (
        <Private what={hidden.wagersOf(username)}>{formatCents(wagered)}</Private>
      ),
    },
    {
      header: texts.prize,
      align: "right",
      className: "pr-2 pl-1 sm:pr-5 sm:pl-3",
      cellClass: "whitespace-nowrap max-sm:text-sm",
      cell: ({ prize }) => <Prize prize={prize} />,
    },
  ];
}

function paidColumn(payouts: Payouts): Column<Place> {
  return {
    header: texts.paid,
    className: "pr-3 sm:pr-5 sm:pl-2",
    headerClass: "lg:w-44",
    cell: (place) => <Tick payouts={payouts} place={place} />,
  };
}

function Tick({ payouts, place }: { payouts: Payouts; place: Place }) {
  const winner = payouts.winnerOf(place);
  if (winner === undefined) return null;
  return <PaidTick winner={winner} payouts={payouts} />;
}

function LoadingRows({ month }: { month: Month }) {
  return (
    <div role="status" className="flex flex-col gap-4 p-5">
      <span className="sr-only">{texts.loading(formatMonth(month))}</span>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-5 flex-1 rounded-sm" />
          <Skeleton className="h-5 w-24 rounded-sm" />
        </div>
      ))}
    </div>
  );
}
