import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { rulesQuery } from "../common/queries";
import { readRules, type SlotRules, STATED_RULES } from "./model";

/** The table in force: the server's, or the published one until that has been read. */
export function useSlotRules(): SlotRules {
  const { data } = useQuery(rulesQuery);
  return useMemo(() => publishedRules(data?.games) ?? STATED_RULES, [data]);
}

function publishedRules(games: Readonly<Record<string, unknown>> | undefined): SlotRules | null {
  const slot = games?.slot;
  if (typeof slot !== "object" || slot === null || !("table" in slot)) return null;
  return readRules(slot.table);
}
