import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";

export const socialsPage = definePage({
  path: "/socials",
  title: "Socials",
  Page: lazyPage(() => import("./SocialsPage"), "SocialsPage"),
});
