import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

/** Guests may open it: it asks them to log in. */
export const calendarPage = definePage({
  path: "/rewards/daily-calendar",
  title: texts.dailyCalendar,
  Page: lazyPage(() => import("./CalendarPage"), "CalendarPage"),
});
