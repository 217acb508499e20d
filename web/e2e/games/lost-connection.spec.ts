import type { Locator, Page } from "@playwright/test";
import { enterAs, expect, ONCE, test } from "../house";
import { Books } from "./books";
import {
  allGames,
  bet,
  betButton,
  dice,
  type Game,
  instantGames,
  keno,
  limbo,
  openGame,
  shownBalance,
  slot,
  stepGames,
  strip,
} from "./games";

const START = 1_000;

test.beforeEach(async ({ context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, START);
  await enterAs(context, newcomer);
});

/** The keys of the bets that the page sends, one for each call. */
function collectKeys(page: Page, game: Game): readonly string[] {
  const keys: string[] = [];
  page.on("request", (request) => {
    const key = request.headers()["idempotency-key"];
    if (request.url().endsWith(`/api/games/${game.call}`) && key !== undefined) keys.push(key);
  });
  return keys;
}

/** What turns auto on and off: one button of the slot, one of two choices elsewhere. */
function modeSwitch(page: Page, game: Game, mode: "Auto" | "Manual"): Locator {
  return game.id === "slot"
    ? page.getByRole("button", { name: "Auto", exact: true })
    : page.getByText(mode, { exact: true });
}

async function startAuto(page: Page, game: Game): Promise<void> {
  await modeSwitch(page, game, "Auto").click();
  await page.getByLabel(`Number of ${game.many}`).fill("50");
  await page.getByRole("button", { name: "Start auto" }).click();
}

for (const game of [dice, limbo, keno, slot])
  test(`${game.name}: a lost connection ends auto, and nothing more is bet`, { tag: ONCE }, async ({
    page,
    context,
    request,
    admin,
    newcomer,
  }) => {
    const books = new Books(request, newcomer);
    const keys = collectKeys(page, game);
    await openGame(page, game);
    await startAuto(page, game);
    await expect(strip(page, game)).not.toHaveCount(0);

    await context.setOffline(true);
    // The second is said when a bet was on its way.
    await expect(
      page.getByText(/^(Auto stopped: the connection was lost\.|Connection lost\. Checking )/),
    ).toBeVisible();
    // With a bet on its way the slot's button waits for the answer, under another name.
    await expect(page.getByRole("button", { name: "Stop auto" })).toHaveCount(0);
    await admin.givePoints(newcomer.id, 5);
    const sent = keys.length;

    await context.setOffline(false);
    // Told by push and by reading again once the connection stands: both come after the points.
    await expect.poll(async () => (await shownBalance(page)) - (await books.points())).toBe(0);
    await expect(page.getByRole("button", { name: "Start auto" })).toBeEnabled();
    await modeSwitch(page, game, "Manual").click();
    await bet(page, game);
    expect(keys).toHaveLength(sent + 1);
    await expect.poll(async () => (await shownBalance(page)) - (await books.points())).toBe(0);
  });

test("a bet whose answer is lost is sent once more with its key, and counted once", {
  tag: ONCE,
}, async ({ page, request, newcomer }) => {
  const books = new Books(request, newcomer);
  for (const game of allGames)
    await test.step(game.name, async () => {
      const before = await books.ledger();
      const ids: unknown[] = [];
      const keys: (string | undefined)[] = [];
      await page.route(`**/api/games/${game.call}`, async (route) => {
        keys.push(route.request().headers()["idempotency-key"]);
        // The server takes the bet each time; its first answer never arrives.
        const response = await route.fetch();
        ids.push((await response.json()).round.id);
        await (keys.length === 1 ? route.abort("connectionreset") : route.fulfill({ response }));
      });
      await openGame(page, game);
      await betButton(page, game).click();
      await expect.poll(() => ids).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      expect(new Set(ids).size).toBe(1);
      await expect.poll(async () => (await shownBalance(page)) - (await books.points())).toBe(0);

      const open = stepGames.includes(game) ? await books.openRound(game) : null;
      const rounds = [...(open === null ? [] : [open]), ...(await books.history(game))];
      expect(rounds.map(({ id }) => id)).toEqual(ids.slice(1));
      const added = (await books.ledger()).slice(0, -before.length);
      expect(added.filter(({ amount }) => amount < 0)).toHaveLength(1);
      const net = rounds.reduce((sum, { staked, payout }) => sum + payout - staked, 0);
      expect(added.reduce((sum, { amount }) => sum + amount, 0)).toBe(net);
    });
});

for (const game of instantGames)
  test(`${game.name}: a bet without any answer is shown, or said not to be placed`, {
    tag: ONCE,
  }, async ({ page, request, newcomer }) => {
    const books = new Books(request, newcomer);
    const bets = `**/api/games/${game.call}`;
    let isTaken = false;
    await page.route(bets, async (route) => {
      if (isTaken) await route.fetch();
      await route.abort("connectionreset");
    });
    await openGame(page, game);
    await betButton(page, game).click();
    await expect(page.getByText("Your bet was not placed. No points were taken.")).toBeVisible();
    expect(await books.history(game)).toEqual([]);
    expect(await books.points()).toBe(START);

    isTaken = true;
    await betButton(page, game).click();
    await expect(page.getByText("Your bet was placed. This is its round.")).toBeVisible();
    const [round, ...others] = await books.history(game);
    expect(others).toEqual([]);
    if (round === undefined) throw new Error("The bet was not placed.");
    await game.settle?.(page, { round });
    await expect(strip(page, game)).toHaveCount(1);
    await expect.poll(async () => (await shownBalance(page)) - (await books.points())).toBe(0);

    // The next bet is another order.
    await page.unroute(bets);
    if (game.id === "roulette") await page.getByRole("button", { name: "Rebet" }).click();
    await bet(page, game);
    expect(await books.history(game)).toHaveLength(2);
  });
