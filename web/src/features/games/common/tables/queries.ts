import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { type GameId, rulesQuery } from "../queries";
import { rulesHashOf } from "./canonical";
import { type Fields, isFields } from "./reading";

/** A game's rules as the site publishes them. */
export type PublishedRules = {
  rulesHash: string | null;
  table: unknown;
  highestReturn: string | null;
  /** Returns by bet where nothing else matters, such as blackjack played best. */
  returnsByBet: Fields | null;
};

/** The rules of one game out of the answer to the rules call; null when it holds no table. */
function rulesIn(answered: unknown, game: GameId): PublishedRules | null {
  const games: Fields | null =
    isFields(answered) && isFields(answered.games) ? answered.games : null;
  const rules = games?.[game];
  if (!isFields(rules) || !isFields(rules.table)) return null;
  const { rulesHash, table, highestReturn, returnsByBet } = rules;
  return {
    rulesHash: typeof rulesHash === "string" ? rulesHash : null,
    table,
    highestReturn: typeof highestReturn === "string" ? highestReturn : null,
    returnsByBet: isFields(returnsByBet) ? returnsByBet : null,
  };
}

export type PlayedTable =
  /** `hash` is what this browser computed over the table. */
  | { state: "known"; table: unknown; hash: string; source: "round" | "current" | "specified" }
  | { state: "loading" }
  | { state: "missing" };

/**
 * The table a round was played under: the one whose hash, computed here, is that of the round.
 * Without a round it is the table in force, or the specified one when the site gives none.
 * @param specified the table of docs/games.md.
 */
export function usePlayedTable(
  game: GameId,
  specified: unknown,
  rulesHash: string | null,
): PlayedTable {
  const current = useQuery(rulesQuery);
  const near = useQuery({
    ...nearQuery(game, specified, rulesHash, rulesIn(current.data, game)?.table),
    enabled: !current.isPending,
  });
  const isFar = near.data === null && rulesHash !== null;
  const far = useQuery({ ...oldTableQuery(rulesHash ?? ""), enabled: isFar });
  if (near.data !== null && near.data !== undefined) return near.data;
  if (isFar && far.data !== undefined && far.data !== null) return far.data;
  if (near.isError || far.isError || far.data === null) return { state: "missing" };
  return { state: "loading" };
}

/**
 * Tables that need no further call: the one in force and those of docs/games.md. Null when none is
 * the round's.
 */
function nearQuery(game: GameId, specified: unknown, rulesHash: string | null, current: unknown) {
  return queryOptions({
    queryKey: ["played-table", game, rulesHash, current],
    queryFn: async (): Promise<PlayedTable | null> => {
      const candidates = [
        ...(current === undefined ? [] : [{ table: current, source: "current" as const }]),
        { table: specified, source: "specified" as const },
      ];
      for (const { table, source } of candidates) {
        const hash = await rulesHashOf(table);
        if (rulesHash === null || hash === rulesHash)
          return { state: "known", table, hash, source };
      }
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A table by its hash; null when what came back has another. */
function oldTableQuery(rulesHash: string) {
  return queryOptions({
    queryKey: ["rules", rulesHash],
    queryFn: async (): Promise<PlayedTable | null> => {
      const params = { path: { hash: rulesHash } };
      const { table } = await answer(api.GET("/api/games/rules/{hash}", { params }));
      const hash = await rulesHashOf(table);
      return hash === rulesHash ? { state: "known", table, hash, source: "round" } : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/**
 * The rules of a game as its odds are shown: the table in force, or that of docs/games.md until it
 * is read.
 */
export function useRules(
  game: GameId,
  specified: unknown,
): {
  table: unknown;
  /** The hash as this browser computed it; null until it has. */
  hash: string | null;
  /** Whether the site states the same hash; null while it has stated none. */
  isStated: boolean | null;
  published: PublishedRules | null;
} {
  const published = rulesIn(useQuery(rulesQuery).data, game);
  const played = usePlayedTable(game, specified, null);
  const hash = played.state === "known" ? played.hash : null;
  const stated = published?.rulesHash ?? null;
  return {
    table: published?.table ?? specified,
    hash,
    isStated: hash === null || stated === null ? null : hash === stated,
    published,
  };
}
