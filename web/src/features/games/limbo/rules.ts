import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { isFields } from "../common/tables/reading";
import published from "./published.json";
import { type LimboTable, readLimboTable } from "./published-table";

/** The published table, shown until the server's own has been read. */
export const STATED_RULES = readLimboTable(published);

/** The table in force: the server's, or the published one until that has been read. */
export function useLimboRules(): LimboTable {
  return useQuery({ ...rulesQuery, select: readRules }).data ?? STATED_RULES;
}

function readRules({ games }: { games: object }): LimboTable | null {
  return "limbo" in games && isFields(games.limbo) ? readLimboTable(games.limbo.table) : null;
}
