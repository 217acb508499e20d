import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

type ShopOrder = "low" | "high" | "stock";

export const shopPage = definePage({
  path: "/points-shop",
  title: texts.pointsShop,
  validateSearch: ({ sort }): { sort?: ShopOrder } =>
    sort === "low" || sort === "high" || sort === "stock" ? { sort } : {},
  Page: lazyPage(() => import("./ShopPage"), "ShopPage"),
  toProps: ({ search }) => ({ order: search.sort ?? "all" }),
});
