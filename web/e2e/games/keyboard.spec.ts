import type { Locator, Page } from "@playwright/test";
import { enterAs, expect, ONCE, test } from "../house";
import {
  type Answer,
  answerTo,
  betButton,
  blackjack,
  dice,
  expectTurn,
  keno,
  limbo,
  mines,
  roulette,
  slot,
  strip,
} from "./games";

/** One full round of every game with keys alone. */

test.beforeEach(async ({ page, context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
  await page.emulateMedia({ reducedMotion: "reduce" });
});

/** Rounds that may end with their first move before one goes on: about one in ten does. */
const TRIES_MAX = 20;

/** The farthest control of a game's page, counted from its top, with room to spare. */
const TABS_MAX = 80;

/** Walks to a control with the tab key, as somebody without a mouse would. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeAttached();
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${String(control)} is not reached with the tab key.`);
}

/** Presses a key that makes a call of a game. */
function press(page: Page, call: string, key: string): Promise<Answer> {
  return answerTo(page, call, () => page.keyboard.press(key));
}

/** Types into a field that has the focus. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

test("Dice", { tag: ONCE }, async ({ page }) => {
  await page.goto(dice.path);
  await tabTo(page, page.getByRole("slider"));
  await page.keyboard.press("ArrowRight");
  await tabTo(page, page.getByLabel("Bet amount"));
  await retype(page, "20");
  await tabTo(page, betButton(page, dice));
  const { round } = await press(page, dice.call, "Enter");
  expect(round.params).toMatchObject({ bet: 20, target: 51 });
  await expect(strip(page, dice)).toHaveCount(1);
});

test("Limbo", { tag: ONCE }, async ({ page }) => {
  await page.goto(limbo.path);
  await tabTo(page, page.getByLabel(/^Target, /));
  await retype(page, "1.50");
  await tabTo(page, betButton(page, limbo));
  const { round } = await press(page, limbo.call, "Space");
  expect(round.params).toMatchObject({ target: "1.50" });
  await expect(strip(page, limbo)).toHaveCount(1);
});

test("Keno", { tag: ONCE }, async ({ page }) => {
  await page.goto(keno.path);
  await tabTo(page, page.getByRole("button", { name: "1", exact: true }));
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await tabTo(page, betButton(page, keno));
  const { round } = await press(page, keno.call, "Enter");
  expect(round.params).toMatchObject({ picks: [1, 2] });
  await expect(strip(page, keno)).toHaveCount(1);
});

test("Roulette", { tag: ONCE }, async ({ page }) => {
  await page.goto(roulette.path);
  await tabTo(page, page.getByRole("button", { name: "Number 0", exact: true }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await page.keyboard.press("Delete");
  await tabTo(page, betButton(page, roulette));
  const { round } = await press(page, roulette.call, "Enter");
  expect(round.params).toMatchObject({ bets: [{ kind: "straight", numbers: [0] }] });
  await expect(strip(page, roulette)).toHaveCount(1);
});

test("Downunder Dawgs", { tag: ONCE }, async ({ page }) => {
  await page.goto(slot.path);
  await expect(betButton(page, slot)).toBeEnabled({ timeout: 30_000 });
  await tabTo(page, page.getByRole("button", { name: "Lower bet" }));
  await page.keyboard.press("Enter");
  await tabTo(page, betButton(page, slot));
  await slot.settle?.(page, await press(page, slot.call, "Enter"));
  await expect(strip(page, slot)).toHaveCount(1);
});

test("Mines", { tag: ONCE }, async ({ page }) => {
  await page.goto(mines.path);
  await tabTo(page, page.getByLabel("Custom, 1 to 24"));
  await retype(page, "1");
  let answer: Answer;
  let tries = 0;
  do {
    tries += 1;
    expect(tries).toBeLessThanOrEqual(TRIES_MAX);
    await tabTo(page, betButton(page, mines));
    await press(page, mines.call, "Enter");
    // The focus goes to the board with the start.
    await expect(page.locator(":focus")).toHaveAccessibleName(/^Tile row/);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    answer = await press(page, "mines/reveal", "Enter");
    await expectTurn(page, answer, mines);
  } while (answer.round.result !== null);
  const gem = page.getByRole("button", { name: /gem found$/ });
  await expect(gem).toBeFocused();
  const { round } = await press(page, "mines/cashout", "c");
  expect(round.detail.status).toBe("cashed_out");
  await expect(
    page.getByRole("status").filter({ hasText: "Cashed out with 1 gem" }),
  ).toBeAttached();
});

test("Blackjack", { tag: ONCE }, async ({ page }) => {
  await page.goto(blackjack.path);
  let answer: Answer;
  let tries = 0;
  do {
    tries += 1;
    expect(tries).toBeLessThanOrEqual(TRIES_MAX);
    await tabTo(page, betButton(page, blackjack));
    answer = await press(page, blackjack.call, "Enter");
    await expectTurn(page, answer, blackjack);
    if (answer.round.detail.phase === "insurance") {
      answer = await press(page, "blackjack/insurance", "n");
      await expectTurn(page, answer, blackjack);
    }
  } while (answer.round.result !== null);
  await tabTo(page, page.getByRole("button", { name: "Hit" }));
  answer = await press(page, "blackjack/hit", "Enter");
  await expectTurn(page, answer, blackjack);
  if (answer.round.result === null) answer = await press(page, "blackjack/stand", "s");
  expect(answer.round.result).not.toBeNull();
  await expect(betButton(page, blackjack)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(strip(page, blackjack)).not.toHaveCount(0);
});
