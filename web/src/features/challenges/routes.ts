import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const challengesPage = definePage({
  path: "/challenges",
  title: texts.title,
  validateSearch: ({ sort }): { sort?: "easiest" | "hardest" } =>
    sort === "easiest" || sort === "hardest" ? { sort } : {},
  Page: lazyPage(() => import("./ChallengesPage"), "ChallengesPage"),
  toProps: ({ search }) => ({ order: search.sort ?? "all" }),
});
