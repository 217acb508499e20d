import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { isFields } from "../common/tables/reading";
import published from "./published.json";
import { type RouletteTable, readRouletteTable } from "./published-table";

/** The published table, shown until the server's own has been read. */
export const STATED_RULES = readRouletteTable(published);

/** The table in force: the server's, or the published one until that has been read. */
export function useRouletteRules(): RouletteTable {
  return useQuery({ ...rulesQuery, select: readRules }).data ?? STATED_RULES;
}

function readRules({ games }: { games: object }): RouletteTable | null {
  return "roulette" in games && isFields(games.roulette)
    ? readRouletteTable(games.roulette.table)
    : null;
}
