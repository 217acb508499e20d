import { useState } from "react";
import type { Month } from "@/ui/months";
import { useQueue } from "../shell/use-queue";
import { type MonthWithWinners, tickPayout, type Winner } from "./months";
import type { Place } from "./queries";

/** The ticks of one month, as the table shows them. */
export type Payouts = {
  /** The prize of a place; undefined where there is none, or where the board is of another time. */
  winnerOf: (place: Place) => Winner | undefined;
  /** Ticks a prize as paid. */
  tick: (winner: Winner) => Promise<void>;
  /** Asks before a prize counts as not paid again. */
  withdraw: (winner: Winner) => void;
};

/** A tick that is to be taken back, once somebody has confirmed it. */
export type Withdrawal = { month: Month; winner: Winner; run: () => Promise<void> };

/**
 * Ticks prizes as paid, one after the other. Nothing is shown as ticked before the server has said so,
 * and a tick is taken back only after a question.
 */
export function usePayouts() {
  const inTurn = useQueue();
  const [withdrawal, setWithdrawal] = useState<Withdrawal | null>(null);

  /** Null while the places of the month do not stand: nobody is paid before. */
  const payoutsOf = (known: MonthWithWinners | null | undefined): Payouts | null => {
    if (!known || known.month.frozenAt === null || known.winners.length === 0) return null;
    const { month } = known.month;
    const winners = new Map(known.winners.map((winner) => [winner.rank, winner]));
    const set = (winner: Winner, paid: boolean) => inTurn(() => tickPayout(month, winner, paid));
    return {
      winnerOf: ({ rank, username }) => {
        const winner = winners.get(rank);
        return winner?.username === username ? winner : undefined;
      },
      tick: (winner) => set(winner, true),
      withdraw: (winner) => setWithdrawal({ month, winner, run: () => set(winner, false) }),
    };
  };

  return { payoutsOf, withdrawal, closeWithdrawal: () => setWithdrawal(null) };
}
