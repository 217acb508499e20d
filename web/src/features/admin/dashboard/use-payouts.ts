import { useState } from "react";
import type { Month } from "@/ui/months";
import { toast } from "@/ui/toast";
import { asFailure } from "@/wire/failure";
import { useQueue } from "../shell/use-queue";
import { type MonthWithWinners, tickPayout, type Winner } from "./months";
import type { Place } from "./queries";

/** The ticks of one month, as the table shows them. */
export type Payouts = {
  /** The prize of a place; undefined where there is none, or where the board is of another time. */
  winnerOf: (place: Place) => Winner | undefined;
  /** The tick of a rank is on its way to the server. */
  isBusy: (rank: number) => boolean;
  /** Somebody has pressed the tick of a rank. */
  onPress: (winner: Winner) => void;
};

/** A tick that is to be taken back, once somebody has confirmed it. */
export type Withdrawal = { month: Month; winner: Winner; run: () => Promise<void> };

/**
 * Ticks prizes as paid, one after the other. Nothing is shown as ticked before the server has said so,
 * and a tick is taken back only after a question.
 */
export function usePayouts() {
  const inTurn = useQueue();
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [withdrawal, setWithdrawal] = useState<Withdrawal | null>(null);

  const tick = async (month: Month, winner: Winner) => {
    const name = nameOf(month, winner.rank);
    if (busy.includes(name)) return;
    setBusy((before) => [...before, name]);
    try {
      await inTurn(() => tickPayout(month, winner, true));
    } catch (thrown) {
      toast({
        tone: "error",
        text: `${winner.username} was not ticked as paid: ${asFailure(thrown).message}`,
      });
    } finally {
      setBusy((before) => before.filter((other) => other !== name));
    }
  };

  /** Null while the places of the month do not stand: nobody is paid before. */
  const payoutsOf = (known: MonthWithWinners | null | undefined): Payouts | null => {
    if (!known || known.month.frozenAt === null || known.winners.length === 0) return null;
    const { month } = known.month;
    const winners = new Map(known.winners.map((winner) => [winner.rank, winner]));
    return {
      winnerOf: ({ rank, username }) => {
        const winner = winners.get(rank);
        return winner?.username === username ? winner : undefined;
      },
      isBusy: (rank) => busy.includes(nameOf(month, rank)),
      onPress: (winner) =>
        winner.paidAt === null
          ? void tick(month, winner)
          : setWithdrawal({
              month,
              winner,
              run: () => inTurn(() => tickPayout(month, winner, false)),
            }),
    };
  };

  return { payoutsOf, withdrawal, settle: () => setWithdrawal(null) };
}

const nameOf = (month: Month, rank: number) => `${month}/${rank}`;
