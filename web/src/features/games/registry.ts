import { blackjack } from "./blackjack/game";
import type { Game } from "./common/game";
import { dice } from "./dice/game";
import { keno } from "./keno/game";
import { limbo } from "./limbo/game";
import { mines } from "./mines/game";
import { plinko } from "./plinko/game";
import { roulette } from "./roulette/game";
import { slot } from "./slot/game";

/** Every house game. */
export const games = [dice, mines, blackjack, keno, limbo, plinko, roulette, slot] as const;

/** The games that a site offers, in its order; all of them while nothing is known of the site. */
export function offeredGames(
  ids: readonly string[] | undefined,
): readonly (typeof games)[number][] {
  if (ids === undefined) return games;
  return ids.flatMap((id) => games.filter((game) => game.id === id));
}

/** A game by the server's id; undefined for one without a page. */
export function findGame(id: string | null): Game | undefined {
  return games.find((game) => game.id === id);
}

/** The name of a game; one without a page goes by its id. */
export function gameName(id: string): string {
  return findGame(id)?.name ?? id;
}
