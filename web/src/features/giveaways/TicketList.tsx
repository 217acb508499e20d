import { useState } from "react";
import { useMember } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { formatCount } from "@/ui/format/words";
import type { Proof } from "./check-draw";
import { ticketNumber } from "./model";

/** Longer lists are shown from their beginning, the rest with a press. */
const SHOWN = 50;

/** Who bought which tickets, in the order of the list that was hashed. Accounts go by their codes. */
export function TicketList({ proof }: { proof: Proof }) {
  const [isWhole, setWhole] = useState(false);
  const own = useMember()?.account_id ?? null;
  const { entries, tickets, truncated, winnerIndex } = proof;
  if (entries.length === 0)
    return <p className="text-sm text-muted">Nobody bought a ticket, so the list is empty.</p>;
  const isWinner = ({ first, count }: Proof["entries"][number]) =>
    winnerIndex !== null && winnerIndex >= first && winnerIndex < first + count;
  const shown = entries.filter((entry, place) => isWhole || place < SHOWN || isWinner(entry));
  return (
    <div className="flex flex-col gap-3">
      <div
        role="region"
        aria-label="List of tickets"
        // Scrolls by itself, so it can be reached with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="well max-h-80 overflow-y-auto rounded-md"
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="eyebrow">
              <th scope="col" className="px-4 py-2.5 font-semibold">
                Tickets
              </th>
              <th scope="col" className="px-2 py-2.5 text-right font-semibold">
                Count
              </th>
              <th scope="col" className="px-4 py-2.5 text-right font-semibold">
                Account
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <tr
                key={entry.first}
                className={cx("border-t border-line", isWinner(entry) && "bg-win/10")}
              >
                <td className="px-4 py-2.5">
                  {entry.count === 1
                    ? ticketNumber(entry.first)
                    : `${ticketNumber(entry.first)} to ${ticketNumber(entry.first + entry.count - 1)}`}
                </td>
                <td className="px-2 py-2.5 text-right">{formatPoints(entry.count)}</td>
                <td className="px-4 py-2.5 text-right">
                  <span className="font-mono break-all">{entry.accountId}</span>
                  {entry.accountId === own && <span className="block text-muted">you</span>}
                  {isWinner(entry) && (
                    <span className="block font-semibold text-win">
                      winner: ticket {ticketNumber(winnerIndex ?? 0)}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-muted">
        {truncated
          ? `The first ${formatPoints(entries.length)} purchases of ${formatCount(tickets, "ticket")}. ${
              proof.text === ""
                ? "The whole list is longer than what is sent."
                : "The whole list stands below, as it is hashed."
            }`
          : `${formatCount(entries.length, "purchase")}, ${formatCount(tickets, "ticket")}.`}
      </p>
      {!isWhole && shown.length < entries.length && (
        <Button size="sm" className="self-start" onClick={() => setWhole(true)}>
          Show all {formatPoints(entries.length)} purchases
        </Button>
      )}
    </div>
  );
}
