import type { components } from "@/wire/schema";
import * as texts from "./texts/en";

export type Giveaway = components["schemas"]["Giveaway"];

/**
 * Where a giveaway stands by the server's clock. Between an instant and the server's word on it there
 * is a moment in which nothing can be done.
 */
export type Phase = "upcoming" | "opening" | "active" | "closing" | "ended";

export function phaseOf({ status, startTime, endTime }: Giveaway, now: number): Phase {
  switch (status) {
    case "upcoming":
      return now < Date.parse(startTime) ? "upcoming" : "opening";
    case "active":
      return now < Date.parse(endTime) ? "active" : "closing";
    case "ended":
      return "ended";
  }
}

/** Whether members have entered, also those whose accounts were deleted: the prize and the cost stay. */
export function isFrozen({ listedTickets }: Giveaway): boolean {
  return listedTickets > 0;
}

/** The points that its tickets have cost. */
export function pointsIn({ ticketCount, entryCost }: Giveaway): number {
  return ticketCount * entryCost;
}

/** How an ended giveaway ended. */
export function endedText({ cancelled, endedEarly }: Giveaway): string {
  if (cancelled) return texts.cancelled;
  return endedEarly ? texts.endedEarly : texts.ended;
}

/** Why nobody won: deleted and deactivated accounts cannot win. */
export function noWinnerText({ cancelled, interrupted, listedTickets }: Giveaway): string {
  if (interrupted) return texts.restoredAfterEnd;
  if (cancelled) return texts.nothingWasDrawn;
  return listedTickets === 0 ? texts.nobodyHadEntered : texts.everyAccountTicketsWas;
}

/**
 * The list after a push. Pushes hold what everyone may see: names are masked, and of those that have
 * ended only the newest are there, so those stay as they are known.
 */
export function afterPush(
  known: readonly Giveaway[],
  pushed: readonly Giveaway[],
): readonly Giveaway[] {
  const news = new Map(pushed.map((one) => [one.id, one]));
  return known.flatMap((held) => {
    if (held.status === "ended") return [held];
    const one = news.get(held.id);
    // An open one that is on no list has been deleted.
    return one === undefined ? [] : [one];
  });
}

/**
 * Whether the server has to be asked after a push: there is a new giveaway, one has ended and its
 * winner's name is masked here, or nothing has changed that can be seen from here.
 */
export function asksAgain(known: readonly Giveaway[], pushed: readonly Giveaway[]): boolean {
  const held = new Map(known.map((one) => [one.id, one]));
  if (pushed.some(({ id, status }) => held.get(id)?.status !== status)) return true;
  const open = known.filter(({ status }) => status !== "ended");
  const isSame = open.every((one) => {
    const other = pushed.find(({ id }) => id === one.id);
    return other !== undefined && JSON.stringify(other) === JSON.stringify(one);
  });
  return isSame;
}
