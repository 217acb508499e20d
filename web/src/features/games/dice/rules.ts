import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { type DiceRules, readDiceRules, STATED_RULES } from "./model";

/** The table in force: the server's, or the published one until that has been read. */
export function useDiceRules(): DiceRules {
  const table = useQuery(rulesQuery).data?.games.dice?.table;
  return readDiceRules(table) ?? STATED_RULES;
}
