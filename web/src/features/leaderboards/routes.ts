import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const wagerLeaderboardPage = definePage({
  path: "/leaderboard",
  title: texts.leaderboard,
  // "2026-11"; any other text is the same as none.
  validateSearch: ({ month }): { month?: string } =>
    typeof month === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {},
  Page: lazyPage(() => import("./WagerLeaderboardPage"), "WagerLeaderboardPage"),
  toProps: ({ search }) => ({ month: search.month ?? null }),
});

export const pointsLeaderboardPage = definePage({
  path: "/leaderboard/points",
  title: texts.pointsLeaderboard,
  Page: lazyPage(() => import("./PointsLeaderboardPage"), "PointsLeaderboardPage"),
});
