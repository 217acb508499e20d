import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const socialsPage = definePage({
  path: "/socials",
<<<<<<< HEAD
  title: texts.socials,
=======
  title: texts.title,
>>>>>>> main
  Page: lazyPage(() => import("./SocialsPage"), "SocialsPage"),
});
