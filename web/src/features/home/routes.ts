import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";

/** The title of its window is the name of the site alone. */
export const homePage = definePage({
  path: "/",
  title: "",
  Page: lazyPage(() => import("./HomePage"), "HomePage"),
});
