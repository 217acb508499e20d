import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { nextReadIn } from "@/wire/remaining";

/** The member's calendar, as its own page keeps it; read again when the day ends. */
export const todayQuery = queryOptions({
  queryKey: ["member", "calendar"],
  queryFn: () => answer(api.GET("/api/calendar/me")),
  refetchInterval: ({ state }) =>
    state.data === undefined ? false : nextReadIn(Date.parse(state.data.nextReset)),
});
