import { formatCents } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { dollarsOf } from "./dollars";
import { timesOf } from "./model";
import * as texts from "./texts/en";

/** A multiplier above this is asked about before it is published. */
const TIMES_MAX = 5_000;
/** So is a win above this many times what the hunt started with. */
const BALANCES_MAX = 100;

/** Why a win should be looked at again before visitors see it; null for a usual one. */
export function unusualWin(win: string, bet: string, startingBalance: number): string | null {
  const [won, times] = [dollarsOf(win), timesOf(win, bet)];
  if (won === null) return null;
  if (times !== null && times > TIMES_MAX) return texts.bet(formatCents(won), formatTimes(times));
  if (startingBalance > 0 && won > startingBalance * BALANCES_MAX)
    return texts.moreThanTimesHunts(formatCents(won), BALANCES_MAX);
  return null;
}
