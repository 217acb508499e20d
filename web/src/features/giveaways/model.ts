import { withMoments } from "@/ui/format/dates";
import { numberFormat } from "@/ui/format/locale";
import { formatPoints } from "@/ui/format/numbers";
import type { components } from "@/wire/schema";
import { ticketNumber as toNumber } from "@/wire/tickets";
import * as texts from "./texts/en";

export type Giveaway = components["schemas"]["Giveaway"];

/** What the server answers: the public cards, and the caller's own tickets by giveaway. */
export type Giveaways = {
  giveaways: readonly Giveaway[];
  own: Readonly<Record<string, number>>;
};

/**
 * The pushed giveaways. Pushes mask every name; a member whose own win was read before keeps the own
 * name.
 */
export function withOwnNames(
  pushed: readonly Giveaway[],
  read: readonly Giveaway[],
  ownName: string | undefined,
): readonly Giveaway[] {
  const won = new Set(read.flatMap(({ id, winner }) => (winner?.username === ownName ? [id] : [])));
  return pushed.map((giveaway) =>
    ownName !== undefined && giveaway.winner !== null && won.has(giveaway.id)
      ? { ...giveaway, winner: { ...giveaway.winner, username: ownName } }
      : giveaway,
  );
}

/** Records the member's own tickets in one giveaway. They never become fewer. */
export function withOwnTickets({ giveaways, own }: Giveaways, id: string, tickets: number) {
  return {
    own: { ...own, [id]: Math.max(own[id] ?? 0, tickets) },
    // The push with all tickets may come later than the own ones.
    giveaways: giveaways.map((giveaway) =>
      giveaway.id === id
        ? { ...giveaway, ticketCount: Math.max(giveaway.ticketCount, tickets) }
        : giveaway,
    ),
  };
}

/** Ended giveaways that are kept in sight. */
const RECENT = 6;

/**
 * Where a giveaway stands by the server's clock. The server opens and closes it; between the instant
 * and its word there is a moment in which nothing can be done.
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

export type WonGiveaway = Giveaway & { winner: NonNullable<Giveaway["winner"]> };

/** The newest giveaways that somebody has won, the last one first. */
export function recentlyWon(giveaways: readonly Giveaway[]): readonly WonGiveaway[] {
  return giveaways
    .filter((giveaway): giveaway is WonGiveaway => giveaway.winner !== null)
    .toSorted(newestEndFirst)
    .slice(0, RECENT);
}

/** The newest cancelled giveaways, the last one first. */
export function recentlyCancelled(giveaways: readonly Giveaway[]): readonly Giveaway[] {
  return giveaways
    .filter(({ cancelled }) => cancelled)
    .toSorted(newestEndFirst)
    .slice(0, RECENT);
}

function newestEndFirst(one: Giveaway, other: Giveaway): number {
  return Date.parse(endOf(other)) - Date.parse(endOf(one));
}

/** When it ended or was cancelled; before that, when it will end. */
export function endOf({ endedAt, endTime }: Giveaway): string {
  return endedAt ?? endTime;
}

/** How an ended giveaway ended. */
export function endedText({ cancelled, endedEarly }: Giveaway): string {
  if (cancelled) return texts.cancelled;
  return endedEarly ? texts.endedEarly : texts.ended;
}

/** The cards in their places, by id. */
export type Places = { active: readonly string[]; upcoming: readonly string[] };

export const noPlaces: Places = { active: [], upcoming: [] };

/**
 * Where the cards stand. A card keeps its place while the page is open, also when its giveaway ends:
 * nothing may move away under a finger. Whatever is new comes last.
 */
export function arrange(before: Places, giveaways: readonly Giveaway[]): Places {
  const byId = new Map(giveaways.map((giveaway) => [giveaway.id, giveaway]));
  const active = before.active.filter((id) => byId.has(id));
  const upcoming = before.upcoming.filter((id) => byId.get(id)?.status === "upcoming");
  const placed = new Set([...active, ...upcoming]);
  const added = giveaways.filter(({ id }) => !placed.has(id));
  const opened = added
    .filter(({ id, status }) => status === "active" || before.upcoming.includes(id))
    .filter(({ status }) => status !== "upcoming")
    .toSorted((one, other) => Date.parse(one.endTime) - Date.parse(other.endTime));
  const announced = added
    .filter(({ status }) => status === "upcoming")
    .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
  return {
    active: [...active, ...opened.map(({ id }) => id)],
    upcoming: [...upcoming, ...announced.map(({ id }) => id)],
  };
}

export function samePlaces(one: Places, other: Places): boolean {
  return one.active.join() === other.active.join() && one.upcoming.join() === other.upcoming.join();
}

/** The tickets that a balance pays for. */
export function mostTickets(balance: number, entryCost: number): number {
  return entryCost > 0 ? Math.floor(balance / entryCost) : 0;
}

/** What a member or a visitor can do about an active giveaway. */
export type WayIn =
  | { kind: "login" }
  | { kind: "inactive" }
  /** The email is not confirmed. */
  | { kind: "email" }
  | { kind: "free" }
  | { kind: "paid" }
  | { kind: "short" };

type Visitor = { isActive: boolean; balance: number; needsEmail: boolean } | null;

export function wayIn({ entryType, entryCost }: Giveaway, visitor: Visitor): WayIn {
  if (visitor === null) return { kind: "login" };
  if (!visitor.isActive) return { kind: "inactive" };
  if (entryType === "free") return { kind: visitor.needsEmail ? "email" : "free" };
  return { kind: visitor.balance < entryCost ? "short" : "paid" };
}

/** "3 of 120 tickets" */
export function shareText(own: number, all: number): string {
  return texts.share(formatPoints(own), all);
}

export function noWinnerTitle({ cancelled, interrupted }: Giveaway): string {
  if (interrupted) return texts.notDrawn;
  return cancelled ? texts.cancelled : texts.noWinner;
}

/** Why nobody won: deleted and deactivated accounts cannot win (docs/decisions.md, E4). */
export function noWinnerText(giveaway: Giveaway): string {
  const { cancelled, interrupted, listedTickets, entryType } = giveaway;
  if (interrupted) return texts.restoredAfterEnd;
  if (cancelled)
    return listedTickets > 0 && entryType === "paid"
      ? texts.nothingWasDrawnEvery
      : texts.nothingWasDrawn;
  return listedTickets === 0 ? texts.nobodyHadEntered : texts.everyAccountTicketsWas;
}

const formatChance = numberFormat({ style: "percent", maximumFractionDigits: 1 });

/** The chance of that share as things stand; never rounded up to certain nor down to nothing. */
export function chanceText(own: number, all: number): string {
  if (own <= 0 || all <= 0) return "0%";
  if (own >= all) return "100%";
  const chance = own / all;
  if (chance < 0.001) return "under 0.1%";
  if (chance > 0.999) return "over 99.9%";
  return formatChance(chance);
}

/** The number of a ticket as a text: "1,200". */
export function ticketNumber(index: number): string {
  return formatPoints(toNumber(index));
}

/** Ticket numbers in a row, from the index of the first: "ticket 7", "tickets 7 to 9". */
export function numbersText(first: number, count: number): string {
  if (count === 1) return texts.ticketText(ticketNumber(first));
  return texts.ticketsText(ticketNumber(first), ticketNumber(first + count - 1));
}

/** What has happened between two states of the list, for those who do not see it happen. */
export function newsOf(before: readonly Giveaway[], after: readonly Giveaway[]): readonly string[] {
  const known = new Map(before.map((giveaway) => [giveaway.id, giveaway]));
  return after.flatMap((giveaway) => {
    const news = newsOfOne(known.get(giveaway.id), giveaway);
    return news === null ? [] : [texts.news(giveaway.title, news)];
  });
}

function newsOfOne(before: Giveaway | undefined, now: Giveaway): string | null {
  if (before === undefined) return now.status === "ended" ? null : texts.newGiveaway;
  if (before.status !== now.status) {
    if (now.status !== "ended") return texts.entriesAreOpen;
    if (now.cancelled) return texts.cancelledNews;
    return now.winner === null ? texts.endedWithoutAWinner : texts.winnerIs(now.winner.username);
  }
  const change = now.changes.length > before.changes.length ? now.changes.at(-1) : undefined;
  if (change !== undefined) return withMoments(change.text);
  if (before.ticketCount === now.ticketCount) return null;
  return `${texts.ticketCount(now.ticketCount)}, ${texts.entrantCount(now.entrantCount)}`;
}
