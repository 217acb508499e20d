import { queryClient } from "@/wire/queries";
import { onReconnect } from "@/wire/rereads";
import { onPush } from "@/wire/socket";
import { siteQuery } from "./queries";
import { applyTheme } from "./theme";

/** First parts of the keys of what each section of the settings is shown by, besides the site's own data. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  games: ["rules", "game-status", "games-status"],
  calendar: ["member"],
  wagers: ["leaderboard"],
  place: ["member", "leaderboard"],
  kick: ["member"],
  hunts: ["hunts"],
};

/** Reads are spread over this many milliseconds, because all browsers get the push at once. */
const SPREAD_MS = 2_000;

/** Keeps the site's data and look true while its settings change. Returns the way out. */
export function startSite(): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    const parts = new Set(changed);
    changed.clear();
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [part] }) => typeof part === "string" && parts.has(part),
    });
  };
  const readSoon = (parts: readonly string[]) => {
    for (const part of ["site", ...parts]) changed.add(part);
    timer ??= setTimeout(read, Math.random() * SPREAD_MS);
  };
  const stopPush = onPush("siteSettingsChanged", ({ sections }) =>
    readSoon(sections.flatMap((section) => shownBy[section] ?? [])),
  );
  // A push may have been missed. What follows pushes of its own is read again by itself.
  const stopReconnect = onReconnect(() => readSoon(["rules"]));
  const stopTheme = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[0] !== "site") return;
    const site = queryClient.getQueryData(siteQuery.queryKey);
    if (site !== undefined) applyTheme(site);
  });
  return () => {
    clearTimeout(timer);
    stopPush();
    stopReconnect();
    stopTheme();
  };
}
