import { describe, expect, it } from "vitest";
import { blankForm, readForm } from "./common/checker/form";
import type { GameId } from "./common/game";
import { findGame, gameName, games, offeredGames } from "./registry";

/** Does not compile when a game of the server has no page. */
const hasEveryGame: GameId extends (typeof games)[number]["id"] ? true : false = true;

const seeds = { serverSeed: "ab".repeat(32), clientSeed: "hello", nonce: 0 };

it("has a page for every game of the server", () => {
  expect(hasEveryGame).toBe(true);
});

it("has each game and each path once", () => {
  expect(new Set(games.map(({ id }) => id)).size).toBe(games.length);
  expect(new Set(games.map(({ path }) => path)).size).toBe(games.length);
});

it("finds games by id", () => {
  expect(findGame("dice")?.name).toBe("Dice");
  expect(findGame(null)).toBeUndefined();
  expect(gameName("slot")).toBe("Downunder Dawgs");
  expect(gameName("poker")).toBe("poker");
});

it("has the games of a site in its order, and all while nothing is known", () => {
  expect(offeredGames(["slot", "dice"]).map(({ id }) => id)).toEqual(["slot", "dice"]);
  // A game of a later server that these pages don't have.
  expect(offeredGames(["poker", "keno"]).map(({ id }) => id)).toEqual(["keno"]);
  expect(offeredGames([])).toEqual([]);
  expect(offeredGames(undefined)).toBe(games);
});

describe.each(games)("$name", (game) => {
  it("recomputes its example", async () => {
    const { fields, example, published, recompute } = await game.checker();
    const { play, problems } = readForm(fields, { ...blankForm(fields), ...example });
    expect(problems).toBeNull();
    if (play === null) return;
    const { outcome } = await recompute(seeds, play, published);
    expect(outcome.draws.length).toBeGreaterThan(0);
    expect(outcome.payout).toBeGreaterThanOrEqual(0);
  });

  it("names only fields of its own in refusals", async () => {
    const { fields, refusals } = await game.checker();
    const names = fields.map(({ name }) => name);
    for (const [field] of Object.values(refusals)) expect(names).toContain(field);
  });

  it("loads its page", async () => {
    await game.Page.preload?.();
    expect(game.Page.preload).toBeUndefined();
  });
});
