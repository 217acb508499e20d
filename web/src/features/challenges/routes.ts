import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";

export const challengesPage = definePage({
  path: "/challenges",
  title: "Challenges",
  validateSearch: ({ sort }): { sort?: "easiest" | "hardest" } =>
    sort === "easiest" || sort === "hardest" ? { sort } : {},
  Page: lazyPage(() => import("./ChallengesPage"), "ChallengesPage"),
  toProps: ({ search }) => ({ order: search.sort ?? "all" }),
});
