import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";

/** Guests may open it: it asks them to log in. */
export const calendarPage = definePage({
  path: "/rewards/daily-calendar",
  title: "Daily Calendar",
  Page: lazyPage(() => import("./CalendarPage"), "CalendarPage"),
});
