import { definePage, textParameters } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const huntsPage = definePage({
  path: "/bonus-hunts",
  title: texts.bonusHunts,
  // The page validates the order.
  validateSearch: (search): { sort?: string } => textParameters(search, "sort"),
  Page: lazyPage(() => import("./HuntsPage"), "HuntsPage"),
  toProps: ({ search }) => ({ order: search.sort ?? "" }),
});

export const huntPage = definePage({
  path: "/bonus-hunts/$id",
  title: texts.bonusHunt,
  Page: lazyPage(() => import("./HuntPage"), "HuntPage"),
  toProps: ({ params }) => ({ id: params.id }),
});
