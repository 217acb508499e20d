import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { readAgain, restartRead } from "@/wire/rereads";
import type { components } from "@/wire/schema";
import type { GameId } from "./game";
import { rereadLimits } from "./limits/limits";

export type { GameId };

/** A round of any game. Its game reads the parameters and the detail. */
export type Round = {
  id: string;
  game: string;
  pairId: string;
  nonce: number;
  createdAt: string;
  /** Points. */
  staked: number;
  /** Points handed back, stake included; 0 while it is open. */
  payout: number;
  /** By money; null while it is open. */
  result: "win" | "push" | "loss" | null;
  /** Names the tables it was played under. */
  rulesHash: string;
  params: Readonly<Record<string, unknown>>;
  detail: Readonly<Record<string, unknown>>;
};
export type RoundProof = Omit<components["schemas"]["RoundProof"], "round"> & { round: Round };

/** How many rounds the server keeps on the list of a game. */
const HISTORY_LENGTH = 20;

/** The published tables: bet limits, best return, and the hash that names them. */
export const rulesQuery = queryOptions({
  queryKey: ["rules"],
  queryFn: () => answer(api.GET("/api/games/rules")),
  staleTime: 10 * 60_000,
});

/** The member's own rounds of one game, newest first. */
export const historyQuery = (game: GameId) =>
  queryOptions({
    queryKey: ["member", "history", game],
    queryFn: () => readHistory(game),
  });

/** The same from the server, whatever is cached. */
export async function readHistory(game: GameId): Promise<readonly Round[]> {
  const params = { path: { game }, query: { limit: HISTORY_LENGTH } };
  return (await answer(api.GET("/api/games/{game}/history", { params }))).history;
}

/** The member's seed pair: what is committed, and what the next round will use. */
export const fairnessQuery = queryOptions({
  queryKey: ["member", "fairness"],
  queryFn: () => answer(api.GET("/api/games/fairness")),
});

/** One round with what its proof needs. */
export const proofQuery = (id: string) =>
  queryOptions({
    queryKey: ["member", "proof", id],
    queryFn: (): Promise<RoundProof> =>
      answer(api.GET("/api/games/rounds/{id}", { params: { path: { id } } })),
    // The seed of a round becomes known when its pair is rotated, so an old answer may be out of date.
    staleTime: 0,
  });

/** Puts a finished round at the head of its game's list, as the server would list it. */
export function recordRound(game: GameId, round: Round): void {
  const { queryKey } = historyQuery(game);
  // The answer of a read under way may lack the round.
  void restartRead(queryKey);
  queryClient.setQueryData(queryKey, (known) =>
    known === undefined
      ? undefined
      : [round, ...known.filter((other) => other.id !== round.id)].slice(0, HISTORY_LENGTH),
  );
  rereadLimits();
  // The round took a nonce.
  void queryClient.invalidateQueries({ queryKey: fairnessQuery.queryKey });
}

/** Reads a game's list again, after a round that it lacks. */
export function rereadRounds(game: GameId): void {
  void readAgain(historyQuery(game).queryKey);
  void queryClient.invalidateQueries({ queryKey: fairnessQuery.queryKey });
}
