import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { isFields } from "../common/tables/reading";
import published from "./published.json";
import { type KenoTable, readKenoTable } from "./published-table";

/** The published table, shown until the server's own has been read. */
export const STATED_RULES = readKenoTable(published);

/** The table in force: the server's, or the published one until that has been read. */
export function useKenoRules(): KenoTable {
  return useQuery({ ...rulesQuery, select: readRules }).data ?? STATED_RULES;
}

function readRules({ games }: { games: object }): KenoTable | null {
  return "keno" in games && isFields(games.keno) ? readKenoTable(games.keno.table) : null;
}
