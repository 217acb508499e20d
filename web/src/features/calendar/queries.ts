import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { nextReadIn } from "@/wire/remaining";
import type { Calendar } from "./model";

/** The member's calendar. Read again at every visit and when the day has ended. */
export const calendarQuery = queryOptions({
  queryKey: ["member", "calendar"],
  queryFn: (): Promise<Calendar> => answer(api.GET("/api/calendar/me")),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data === undefined ? false : nextReadIn(Date.parse(state.data.nextReset)),
  // A page left open on a second screen shows the new day too.
  refetchIntervalInBackground: true,
});

/** Reads the calendar again; settles when it is there or could not be read. */
export function rereadCalendar(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: calendarQuery.queryKey });
}
