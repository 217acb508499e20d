import { useState } from "react";
import { useMember } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { type Column, Table } from "@/ui/Table";
import type { Proof } from "./check-draw";
import { ticketNumber } from "./model";
import * as texts from "./texts/proof.en";

type Entry = Proof["entries"][number];

/** Longer lists are shown from their beginning, the rest with a press. */
const SHOWN = 50;

/** The buyer of each ticket, in the order of the hashed list. Accounts are shown by their codes. */
export function TicketList({ proof }: { proof: Proof }) {
  const [isWhole, setWhole] = useState(false);
  const own = useMember()?.account_id ?? null;
  const { entries, tickets, truncated, winnerIndex } = proof;
  if (entries.length === 0)
    return <p className="text-sm text-muted">{texts.nobodyBoughtTicketSo}</p>;
  const isWinner = (entry: Entry) => hasWon(entry, winnerIndex);
  const shown = entries.filter((entry, place) => isWhole || place < SHOWN || isWinner(entry));
  return (
    <div className="flex flex-col gap-3">
      <div
        role="region"
        aria-label={texts.listTickets}
        // Scrolls by itself, so it can be reached with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="well max-h-80 overflow-y-auto rounded-md"
      >
        <Table
          look="page"
          className="text-sm"
          caption={texts.ticketsOrderDraw}
          headerClass="py-2.5 font-semibold"
          rows={shown}
          rowKey={({ first }) => first}
          rowClass={(entry) => isWinner(entry) && "bg-win/10"}
          columns={columnsOf({ own, winnerIndex })}
        />
      </div>
      <p className="text-sm text-muted">
        {truncated
          ? texts.firstPurchases(
              formatPoints(entries.length),
              tickets,
              proof.text === "" ? texts.restNotSent : texts.wholeListBelow,
            )
          : `${texts.purchaseCount(entries.length)}, ${texts.ticketCount(tickets)}.`}
      </p>
      {!isWhole && shown.length < entries.length && (
        <Button size="sm" className="self-start" onClick={() => setWhole(true)}>
          {texts.showAllPurchases(formatPoints(entries.length))}
        </Button>
      )}
    </div>
  );
}

type ColumnsProps = { own: string | null; winnerIndex: Proof["winnerIndex"] };

function columnsOf({ own, winnerIndex }: ColumnsProps): readonly Column<Entry>[] {
  return [
    {
      header: texts.tickets,
      className: "px-4",
      cell: ({ first, count }) =>
        count === 1
          ? ticketNumber(first)
          : texts.ticketRange(ticketNumber(first), ticketNumber(first + count - 1)),
    },
    {
      header: texts.count,
      align: "right",
      className: "px-2",
      cell: ({ count }) => formatPoints(count),
    },
    {
      header: texts.accountText,
      align: "right",
      className: "px-4",
      cell: (entry) => (
        <>
          <span className="font-mono break-all">{entry.accountId}</span>
          {entry.accountId === own && <span className="block text-muted">{texts.you}</span>}
          {hasWon(entry, winnerIndex) && (
            <span className="block font-semibold text-win">
              {texts.winnerTicket(ticketNumber(winnerIndex ?? 0))}
            </span>
          )}
        </>
      ),
    },
  ];
}

function hasWon({ first, count }: Entry, winnerIndex: Proof["winnerIndex"]): boolean {
  return winnerIndex !== null && winnerIndex >= first && winnerIndex < first + count;
}
