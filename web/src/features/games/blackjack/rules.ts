import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { isFields } from "../common/tables/reading";
import { averageReturn, STATED_TABLE } from "./model";
import { type BlackjackTable, readBlackjackTable } from "./published-table";

type BlackjackRules = {
  table: BlackjackTable;
  /** What a bet gives back on average with the best play, in percent with three decimals. */
  bestReturn: (bet: number) => string;
};

/** The rules in force: the server's, or the published ones until those have been read. */
export function useBlackjackRules(): BlackjackRules {
  const games: unknown = useQuery(rulesQuery).data?.games;
  const rules = isFields(games) && isFields(games.blackjack) ? games.blackjack : null;
  const returns = isFields(rules?.returnsByBet) ? rules.returnsByBet : {};
  return {
    table: tableIn(rules?.table) ?? STATED_TABLE,
    bestReturn: (bet) => {
      const said = returns[String(bet)];
      return typeof said === "string" && /^[01]\.\d{6}$/.test(said)
        ? percentOf(said)
        : averageReturn(bet, "optimal");
    },
  };
}

/** "0.973418" is "97.342". */
function percentOf(share: string): string {
  const tenths = Math.round(Number(share.replace(".", "")) / 10);
  return `${Math.floor(tenths / 1_000)}.${String(tenths % 1_000).padStart(3, "0")}`;
}

function tableIn(raw: unknown): BlackjackTable | null {
  try {
    return readBlackjackTable(raw);
  } catch {
    // A newer server may publish a table this page cannot read; the rounds themselves still say all.
    return null;
  }
}
