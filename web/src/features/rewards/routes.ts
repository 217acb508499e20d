import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const wagerRewardsPage = definePage({
  path: "/rewards/wager",
  title: texts.wagerRewards,
  Page: lazyPage(() => import("./WagerRewardsPage"), "WagerRewardsPage"),
});
