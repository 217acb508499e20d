import { definePage, textParameters } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const fairnessPage = definePage({
  path: "/fairness",
  title: texts.title,
  validateSearch: (search): { round?: string; game?: string } =>
    textParameters(search, "round", "game"),
  Page: lazyPage(() => import("./FairnessPage"), "FairnessPage"),
  toProps: ({ search }) => ({ roundId: search.round ?? null, game: search.game ?? null }),
});
