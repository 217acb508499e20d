import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

const orders = ["profit", "loss", "most", "least"] as const;

export const huntsPage = definePage({
  path: "/bonus-hunts",
  title: texts.bonusHunts,
  validateSearch: (search): { sort?: (typeof orders)[number] } => {
    const sort = orders.find((order) => order === search.sort);
    return sort === undefined ? {} : { sort };
  },
  Page: lazyPage(() => import("./HuntsPage"), "HuntsPage"),
  toProps: ({ search }) => ({ order: search.sort ?? "date" }),
});

export const huntPage = definePage({
  path: "/bonus-hunts/$id",
  title: texts.bonusHunt,
  Page: lazyPage(() => import("./HuntPage"), "HuntPage"),
  toProps: ({ params }) => ({ id: params.id }),
});
