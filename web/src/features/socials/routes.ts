import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const socialsPage = definePage({
  path: "/socials",
  title: texts.title,
  Page: lazyPage(() => import("./SocialsPage"), "SocialsPage"),
});
