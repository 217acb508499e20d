import type { Locator, Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, test } from "../house";
import {
  allGames,
  answerTo,
  betButton,
  blackjack,
  type Game,
  mines,
  openBlackjack,
  openGame,
  openMines,
} from "./games";

const title = (page: Page, { name }: Game): Locator =>
  page.getByRole("heading", { name: `${name} Under Maintenance`, exact: true });
const words = (page: Page, { name }: Game): Locator =>
  page.getByText(`The ${name} game is currently being updated. Please check back soon!`, {
    exact: true,
  });
const banner = (page: Page, { name }: Game): Locator =>
  page.getByText(`${name} takes no new rounds right now. Your open round can still be finished.`, {
    exact: true,
  });

test.beforeEach(async ({ context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
});

test("every game is covered the moment it is closed, and opened again", { tag: ONCE }, async ({
  page,
  admin,
}) => {
  // The cover of mines is looked at on both screens.
  for (const game of allGames)
    await test.step(game.name, async () => {
      await openGame(page, game);
      try {
        await admin.switchGame(game.id, false);
        await expect(title(page, game)).toBeVisible();
        await expect(words(page, game)).toBeVisible();
        await expect(betButton(page, game)).toBeDisabled();
      } finally {
        await admin.switchGame(game.id, true);
      }
      await expect(title(page, game)).toBeHidden();
      await expect(betButton(page, game)).toBeEnabled();
    });
});

test("an open round of mines is finished under a banner before the cover comes", async ({
  page,
  admin,
}) => {
  await openGame(page, mines);
  await openMines(page, 3);
  try {
    await admin.switchGame("mines", false);
    await expect(banner(page, mines)).toBeVisible();
    await expect(title(page, mines)).toBeHidden();
    await expectAccessible(page);
    await expectNoOverflow(page);
    const cashOut = page.getByRole("button", { name: /^Cash out/ });
    const { round } = await answerTo(page, "mines/cashout", () => cashOut.click());
    expect(round.detail.status).toBe("cashed_out");
    await expect(title(page, mines)).toBeVisible();
    await expect(words(page, mines)).toBeVisible();
    await expect(banner(page, mines)).toBeHidden();
    await expectAccessible(page);
  } finally {
    await admin.switchGame("mines", true);
  }
  await expect(title(page, mines)).toBeHidden();
  await expect(betButton(page, mines)).toBeEnabled();
});

test("an open hand of blackjack is finished under a banner before the cover comes", {
  tag: ONCE,
}, async ({ page, admin }) => {
  // The round of mines is looked at on both screens.
  await openGame(page, blackjack);
  await openBlackjack(page);
  try {
    await admin.switchGame("blackjack", false);
    await expect(banner(page, blackjack)).toBeVisible();
    await expect(title(page, blackjack)).toBeHidden();
    await page.reload();
    await expect(banner(page, blackjack)).toBeVisible();
    await page.getByRole("button", { name: "Stand" }).click();
    await expect(title(page, blackjack)).toBeVisible();
    await expect(banner(page, blackjack)).toBeHidden();
  } finally {
    await admin.switchGame("blackjack", true);
  }
  await expect(title(page, blackjack)).toBeHidden();
});
