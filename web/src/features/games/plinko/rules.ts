import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { isFields } from "../common/tables/reading";
import published from "./published.json";
import { type PlinkoTable, readPlinkoTable } from "./published-table";

/** The published table, shown until the server's own has been read. */
export const STATED_RULES = readPlinkoTable(published);

/** The table in force: the server's, or the published one until that has been read. */
export function usePlinkoRules(): PlinkoTable {
  return useQuery({ ...rulesQuery, select: readRules }).data ?? STATED_RULES;
}

function readRules({ games }: { games: object }): PlinkoTable | null {
  return "plinko" in games && isFields(games.plinko) ? readPlinkoTable(games.plinko.table) : null;
}
