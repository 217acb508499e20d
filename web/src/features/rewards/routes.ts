import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";

export const wagerRewardsPage = definePage({
  path: "/rewards/wager",
  title: "Wager Rewards",
  Page: lazyPage(() => import("./WagerRewardsPage"), "WagerRewardsPage"),
});
