import { useBalance } from "@/features/wallet/balance";
import { readBet } from "../common/bet";
import { readMines, TILES } from "./model";
import type { MinesTable } from "./published-table";
import { useMinesRules } from "./rules";
import { useMinesTable } from "./table";

type Chosen = {
  table: MinesTable;
  /** What can be staked now; null while none can be read. */
  bet: number | null;
  betProblem: string | null;
  /** The bet as typed: odds are stated for bets above the balance too. */
  shownBet: number | null;
  /** The open round's, else the chosen count; the last readable one is 3. */
  mines: number;
  minesProblem: string | null;
  /** How many gems the odds are stated for. */
  gems: number;
};

/** What is set before a round, read. */
export function useChosen(): Chosen {
  const table = useMinesRules();
  const { betText, minesText, plannedGems, round } = useMinesTable();
  const balance = useBalance();
  const bet = readBet(betText, table, balance);
  const typed = readMines(minesText);
  const open = round?.isOpen === true ? round : null;
  const mines = open?.mines ?? typed.mines ?? 3;
  return {
    table,
    bet: bet.bet,
    betProblem: bet.problem,
    shownBet: open?.bet ?? readBet(betText, table, Number.POSITIVE_INFINITY).bet,
    mines,
    minesProblem: typed.problem,
    gems: Math.min(plannedGems, TILES - mines),
  };
}
