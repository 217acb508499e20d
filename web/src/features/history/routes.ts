import { definePage, textParameters } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const historyPage = definePage({
  path: "/history",
  title: texts.history,
  access: "member",
  // `proof` is the giveaway whose proof is open over the page.
  validateSearch: (search): { proof?: string; tab?: "shop" } => ({
    ...textParameters(search, "proof"),
    ...(search.tab === "shop" && { tab: search.tab }),
  }),
  Page: lazyPage(() => import("./HistoryPage"), "HistoryPage"),
  toProps: ({ search }) => ({ tab: search.tab ?? "giveaways" }),
});
