import { queryClient } from "@/wire/queries";
import { onPush } from "@/wire/socket";
import { siteQuery } from "./queries";
import { applyTheme } from "./theme";

/** First parts of the keys of what each section of the settings is shown by, besides the site's own data. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  games: ["rules", "game-status"],
  calendar: ["member"],
  wagers: ["leaderboard"],
  place: ["member", "leaderboard"],
};

/** Keeps the site's data and look true while its settings change. Returns the way out. */
export function startSite(): () => void {
  const stopPush = onPush("siteSettingsChanged", ({ sections }) => {
    const parts = new Set(["site", ...sections.flatMap((section) => shownBy[section] ?? [])]);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [part] }) => typeof part === "string" && parts.has(part),
    });
  });
  const stopTheme = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[0] !== "site") return;
    const site = queryClient.getQueryData(siteQuery.queryKey);
    if (site !== undefined) applyTheme(site);
  });
  return () => {
    stopPush();
    stopTheme();
  };
}
