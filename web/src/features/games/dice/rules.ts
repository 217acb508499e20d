import { useQuery } from "@tanstack/react-query";
import { rulesQuery } from "../common/queries";
import { type DiceRules, STATED_RULES } from "./model";

/** The table in force: the server's, or the specification's until that has been read. */
export function useDiceRules(): DiceRules {
  return useQuery(rulesQuery).data?.games.dice ?? STATED_RULES;
}
