import type { Locator, Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectNoOverflow, test } from "../house";
import {
  allGames,
  answerTo,
  bet,
  blackjack,
  expectTurn,
  type Game,
  openBlackjack,
  openGame,
  openMines,
  slot,
} from "./games";

/** Every game's page can be used by everybody, and fits every screen. */

/** The narrowest phone that the pages are made for. */
const NARROW = { width: 360, height: 740 };

test.beforeEach(async ({ context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
});

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
}

/** On a phone also on the narrowest one, which is given back its width after that. */
async function expectFitsNarrow(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  if (viewport === null) return;
  await page.setViewportSize(NARROW);
  await expectNoOverflow(page);
  await page.setViewportSize(viewport);
}

/** A round to its end; step games are looked at in mid-round. */
async function playRound(page: Page, game: Game): Promise<void> {
  if (game.id === "mines") {
    await openMines(page, 3);
    await expectFits(page);
    const cashOut = page.getByRole("button", { name: /^Cash out/ });
    await answerTo(page, "mines/cashout", () => cashOut.click());
    await expect(page.getByRole("button", { name: /Continue$/ })).toBeVisible();
  } else if (game.id === "blackjack") {
    await openBlackjack(page);
    await expectFits(page);
    const stand = page.getByRole("button", { name: "Stand" });
    await expectTurn(page, await answerTo(page, "blackjack/stand", () => stand.click()), blackjack);
  } else await bet(page, game);
}

for (const game of allGames)
  test(`${game.name}: idle and after a round`, async ({ page, isMobile }) => {
    await openGame(page, game);
    await expectFits(page);
    await playRound(page, game);
    await expectFits(page);
    if (isMobile) await expectFitsNarrow(page);
  });

/** Opens a dialog and looks at it. */
async function expectDialogFits(page: Page, button: Locator, name: string): Promise<Locator> {
  await button.click();
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  await expectFits(page);
  return dialog;
}

async function close(page: Page, dialog: Locator, focused: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(focused).toBeFocused();
}

test("dialogs that every game has", async ({ page }) => {
  await openGame(page, blackjack);
  const limits = page.getByRole("button", { name: "Play limits" });
  await close(page, await expectDialogFits(page, limits, "Play limits"), limits);

  const fairness = page.getByRole("button", { name: "Fairness" });
  const sheet = await expectDialogFits(page, fairness, "Provably fair");
  for (const tab of ["Verify", "How it works"]) {
    await sheet.getByRole("tab", { name: tab }).click();
    await expect(sheet.getByRole("tabpanel", { name: tab })).not.toBeEmpty();
    await expectFits(page);
  }
  await close(page, sheet, fairness);

  const strategy = page.getByRole("button", { name: "Strategy" });
  await close(page, await expectDialogFits(page, strategy, "Strategy"), strategy);
});

test("the paytable of the slot leaves the next Space to the spin", async ({ page }) => {
  await openGame(page, slot);
  const button = page.getByRole("button", { name: "Paytable and rules" });
  const spin = page.getByRole("button", { name: "Spin", exact: true });
  await close(page, await expectDialogFits(page, button, "Paytable"), spin);
});
