import type { Fraction } from "../common/fraction";
import { choose, fraction, times } from "../common/odds/exact";
import type { MinesTable } from "./published-table";

const PPM = 1_000_000;

/** The multiplier after a number of gems, in hundredths; 1.00 before the first. */
export function minesMultiplier(table: MinesTable, mines: number, gems: number): number {
  if (gems === 0) return 100;
  const fair = choose(table.tiles, gems);
  const safe = choose(table.tiles - mines, gems);
  if (safe === 0n) return 0;
  return Math.min(Number((BigInt(table.returnPercent) * fair) / safe), minesCap(table, mines));
}

/** The highest multiplier with a number of mines, in hundredths. */
export function minesCap(table: MinesTable, mines: number): number {
  return table.caps[mines - 1] ?? 0;
}

/** How many in a million of the picks after `gems` gems the turn rule makes a mine. */
export function turnPpm(table: MinesTable, mines: number, gems: number): number {
  return Math.floor((table.turnMaxPpm * mines * (gems + 1)) / (24 * (table.tiles - mines)));
}

/** The true chance to survive the pick after `gems` gems. */
export function nextSurvival(table: MinesTable, mines: number, gems: number): Fraction {
  const kept = Math.max(0, PPM - turnPpm(table, mines, gems));
  return times(fraction(table.tiles - mines - gems, table.tiles - gems), fraction(kept, PPM));
}

/** The chance to find a number of gems in a row. */
export function minesSurvival(table: MinesTable, mines: number, gems: number): Fraction {
  let chance = fraction(1, 1);
  for (let found = 0; found < gems; found += 1)
    chance = times(chance, nextSurvival(table, mines, found));
  return chance;
}

/** What the plan "find so many gems, then cash out" gives back on average. */
export function minesReturn(
  table: MinesTable,
  { bet, mines, gems }: { bet: number; mines: number; gems: number },
): Fraction {
  const payout = Math.floor((bet * minesMultiplier(table, mines, gems)) / 100);
  return times(minesSurvival(table, mines, gems), fraction(payout, bet));
}
