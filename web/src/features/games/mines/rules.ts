import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { isFields } from "../common/tables/reading";
import { STATED_TABLE } from "./model";
import { type MinesTable, readMinesTable } from "./published-table";

/** The table in force: the server's, or the published one until that has been read. */
export function useMinesRules(): MinesTable {
  const games: unknown = useQuery(rulesQuery).data?.games;
  return tableIn(games) ?? STATED_TABLE;
}

function tableIn(games: unknown): MinesTable | null {
  if (!isFields(games) || !isFields(games.mines)) return null;
  try {
    return readMinesTable(games.mines.table);
  } catch {
    // A newer server may publish a table this page cannot read; the rounds themselves still say all.
    return null;
  }
}
