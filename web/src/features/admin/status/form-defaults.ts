import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import { useMay } from "../session/rights";
import * as texts from "./texts/form-defaults.en";

/** What the forms of new giveaways, challenges and shop items begin with, as the settings name it. */
export type FormDefaults = typeof neutral;

/** What they begin with until the settings are known. */
const neutral = {
  giveaway_entry: "free",
  giveaway_cost: 100,
  giveaway_hours: 24,
  challenge_difficulty: "Medium",
  challenge_points: 0,
  item_category: texts.itemCategory,
  item_stock: 0,
};

/** The settings, as the pages of the settings keep them. */
const settingsQuery = queryOptions({
  queryKey: ["admin", "settings", "all"],
  queryFn: () => answer(adminApi.GET("/api/admin/settings")),
  staleTime: 0,
});

/** What forms begin with. Pages with such a form use it, too, so that it is known when the form is opened. */
export function useFormDefaults(): FormDefaults {
  // People who cannot see the settings start with the neutral ones.
  const { data } = useQuery({ ...settingsQuery, enabled: useMay("settings") });
  const stored = data?.sections.find(({ name }) => name === "forms")?.values;
  return stored === undefined ? neutral : Object.assign({}, neutral, stored);
}
