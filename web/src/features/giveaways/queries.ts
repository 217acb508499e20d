import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { session } from "@/features/session/store";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { nextReadIn } from "@/wire/remaining";
import { type Giveaway, type Giveaways, withOwnNames, withOwnTickets } from "./model";

/**
 * All giveaways, with the caller's own tickets. A winner's name is masked for everybody else, so what
 * one member was shown is not kept for the next one.
 */
export const giveawaysQuery = (ownerId: string | null) =>
  queryOptions({
    queryKey: ["member", "giveaways", ownerId],
    queryFn: async (): Promise<Giveaways> => {
      const { giveaways, own } = await answer(api.GET("/api/giveaways"));
      return { giveaways, own };
    },
    staleTime: 0,
    // A page left open on a second screen shows the draw too.
    refetchIntervalInBackground: true,
  });

/** One giveaway, for who comes by its address: old ones are on no list. */
const giveawayQuery = (id: string, ownerId: string | null) =>
  queryOptions({
    queryKey: ["member", "giveaway", ownerId, id],
    queryFn: async (): Promise<Giveaway> => {
      const found = await answer(api.GET("/api/giveaways/{id}", { params: { path: { id } } }));
      return found.giveaway;
    },
    staleTime: 0,
    placeholderData: () => known(ownerId)?.giveaways.find((giveaway) => giveaway.id === id),
  });

/** What is public after the end; it never changes again. */
export const proofQuery = (id: string) =>
  queryOptions({
    queryKey: ["giveaway-proof", id],
    queryFn: async () => {
      const params = { path: { id } };
      return (await answer(api.GET("/api/giveaways/{id}/proof", { params }))).proof;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** When to read again: a moment after the next giveaway starts or ends. */
function nextChangeIn({ giveaways }: Giveaways): number | false {
  const instants = giveaways.flatMap(({ status, startTime, endTime }) => {
    if (status === "ended") return [];
    return [Date.parse(status === "upcoming" ? startTime : endTime)];
  });
  return instants.length === 0 ? false : nextReadIn(Math.min(...instants));
}

function known(ownerId: string | null): Giveaways | undefined {
  return queryClient.getQueryData(giveawaysQuery(ownerId).queryKey);
}

/** Reads the giveaways again; settles when they are there or could not be read. */
export async function rereadGiveaways(): Promise<void> {
  const ownerId = session().member?.id ?? null;
  await queryClient.invalidateQueries({ queryKey: giveawaysQuery(ownerId).queryKey });
}

/** Takes over what an entry answered, unless a push has brought something newer. */
export function recordEntry(giveaway: Giveaway, own: number): void {
  const ownerId = session().member?.id ?? null;
  queryClient.setQueryData<Giveaways>(giveawaysQuery(ownerId).queryKey, (before) => {
    if (before === undefined) return undefined;
    const isNewer = (held: Giveaway) =>
      held.id === giveaway.id &&
      held.status !== "ended" &&
      held.ticketCount <= giveaway.ticketCount;
    const giveaways = before.giveaways.map((held) => (isNewer(held) ? giveaway : held));
    return withOwnTickets({ ...before, giveaways }, giveaway.id, own);
  });
}

/** All giveaways as they are on the server. */
export function useGiveaways(ownerId: string | null) {
  return useLive(giveawaysQuery(ownerId), {
    everyMs: (data) => (data === undefined ? false : nextChangeIn(data)),
    on: {
      giveawaysUpdated: ({ giveaways }, before) =>
        before === undefined
          ? stale
          : { ...before, giveaways: withOwnNames(giveaways, before.giveaways, ownName()) },
      // An entry in another window or on another device.
      giveawayEntered: ({ id, own }, before) =>
        before === undefined ? stale : withOwnTickets(before, id, own),
      // What is read has the own name, also after a change of it.
      giveawayWon: () => stale,
      accountChanged: () => stale,
    },
  });
}

function ownName(): string | undefined {
  return session().member?.username;
}

/** One giveaway as it is on the server, also where the list is not on show. */
export function useGiveaway(id: string, ownerId: string | null) {
  return useLive(giveawayQuery(id, ownerId), {
    on: {
      giveawaysUpdated: ({ giveaways }, before) => {
        const pushed = giveaways.find((giveaway) => giveaway.id === id);
        if (pushed === undefined) return undefined;
        // Pushes leave out long texts of changes, and mask the winner's name also for the winner.
        const hasTexts = before?.changes.length === pushed.changes.length;
        const hasEnded = pushed.status === "ended" && before?.status !== "ended";
        if (!hasTexts || hasEnded) return stale;
        const [named = pushed] = withOwnNames([pushed], [before], ownName());
        return { ...named, changes: before.changes };
      },
    },
  });
}
