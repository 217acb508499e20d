import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { roulette } from "../common/tables/published.json";
import { isFields } from "../common/tables/reading";
import { type RouletteTable, readRouletteTable } from "../common/tables/roulette";

/** The published table, shown until the server's own has been read. */
export const STATED_RULES = readRouletteTable(roulette);

/** The table in force: the server's, or the published one until that has been read. */
export function useRouletteRules(): RouletteTable {
  return useQuery({ ...rulesQuery, select: readRules }).data ?? STATED_RULES;
}

function readRules({ games }: { games: object }): RouletteTable | null {
  return "roulette" in games && isFields(games.roulette)
    ? readRouletteTable(games.roulette.table)
    : null;
}
