import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import * as texts from "../texts/limits.en";

/**
 * What a member set for their own play, with what counts against it today (docs/decisions.md, C8).
 */
export type PlayLimits = components["schemas"]["LimitsAnswer"];
export type DailyLimit = PlayLimits["dailyStake"];

/** The longest time-out, in days. */
export const TIME_OUT_DAYS_MAX = 30;
const LIMIT_MAX = 1_000_000_000;

export const limitsQuery = queryOptions({
  queryKey: ["member", "limits"],
  queryFn: (): Promise<PlayLimits> => answer(api.GET("/api/me/limits")),
  staleTime: 60_000,
});

/** Reads what counts again after a round, where anything counts. */
export function rereadLimits(): void {
  const known = queryClient.getQueryData(limitsQuery.queryKey);
  if (known !== undefined && hasLimits(known))
    void queryClient.invalidateQueries({ queryKey: limitsQuery.queryKey });
}

/** Whether the member set anything. */
export function hasLimits(limits: PlayLimits): boolean {
  return (
    limits.dailyStake.limit !== null ||
    limits.dailyLoss.limit !== null ||
    limits.timeOutUntil !== null
  );
}

export type TypedLimits = { dailyStake: string; dailyLoss: string; timeOutDays: string };
export type LimitProblems = Partial<Record<keyof TypedLimits, string>>;
type NewLimits = components["schemas"]["NewLimits"];

/** What changes against the limits in force; an emptied field ends its limit. */
export function readLimits(
  typed: TypedLimits,
  now: PlayLimits,
): { change: NewLimits; problems: null } | { change: null; problems: LimitProblems } {
  const problems: LimitProblems = {};
  const change: NewLimits = {};
  for (const name of ["dailyStake", "dailyLoss"] as const) {
    const points = readPoints(typed[name]);
    if (points === "bad") problems[name] = texts.wholeNumberPointsAbove;
    else if (points !== now[name].limit) change[name] = points;
  }
  const days = typed.timeOutDays.trim();
  if (days !== "" && !(/^\d{1,2}$/.test(days) && Number(days) <= TIME_OUT_DAYS_MAX))
    problems.timeOutDays = texts.timeOutRange(TIME_OUT_DAYS_MAX);
  else if (days !== "" && Number(days) > 0) change.timeOutDays = Number(days);
  return Object.keys(problems).length > 0 ? { change: null, problems } : { change, problems: null };
}

function readPoints(text: string): number | null | "bad" {
  const typed = text.trim();
  if (typed === "") return null;
  const points = /^\d{1,10}$/.test(typed) ? Number(typed) : 0;
  return points > 0 && points <= LIMIT_MAX ? points : "bad";
}

/** Sends what changes and keeps what the server says of it. */
export async function saveLimits(change: NewLimits): Promise<PlayLimits> {
  const saved = await answer(api.PUT("/api/me/limits", { body: change }));
  queryClient.setQueryData(limitsQuery.queryKey, saved);
  return saved;
}
