import type { Locator } from "@playwright/test";
import { enterAs, expect, ONCE, test } from "../house";
import { bet, dice, keno, limbo, openGame, roulette } from "./games";

/** What has to be seen together fits one screen. */

test.beforeEach(async ({ context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
});

const topAndBottom = async (locator: Locator) => {
  const { y, height } = (await locator.boundingBox()) ?? { y: Number.NaN, height: 0 };
  return [y, y + height] as const;
};

for (const game of [dice, limbo, keno])
  test(`${game.name}: the result of auto and its button`, { tag: ONCE }, async ({ page }) => {
    // Phones have the button at the foot of the screen.
    await openGame(page, game);
    await page.getByText("Auto", { exact: true }).click();
    await page.getByLabel(`Number of ${game.many}`).fill("1");
    const start = page.getByRole("button", { name: "Start auto" });
    await start.click();
    await expect(page.getByText(`Auto finished: 1 ${game.many.slice(0, -1)}.`)).toBeVisible();
    await expect(start).toBeEnabled();
    const result = page.getByRole("status").filter({ hasText: /hit|missed/i });
    for (const [width, height] of [
      [1280, 800],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      const [top] = await topAndBottom(result);
      const [, bottom] = await topAndBottom(start);
      expect(top).toBeGreaterThan(64);
      expect(bottom).toBeLessThanOrEqual(height);
    }
  });

test("Roulette: every number of a phone's table comes into its frame", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "Wide tables show all numbers at once.");
  await openGame(page, roulette);
  await bet(page, roulette);
  await page.evaluate(() => scrollTo(0, 0));
  const bars = await page
    .getByRole("navigation", { name: "Quick" })
    .evaluate((bar) => bar.getBoundingClientRect().top);
  const [spinTop] = await topAndBottom(page.getByRole("region", { name: "Bet" }));
  expect(spinTop).toBeLessThan(bars);
  for (const number of [0, 17, 36]) {
    const spot = page.getByRole("button", { name: new RegExp(`^Number ${number}(,|$)`) });
    await spot.evaluate((element) => element.scrollIntoView({ block: "nearest" }));
    const [top, bottom] = await topAndBottom(spot);
    expect(top).toBeGreaterThan(64);
    expect(bottom).toBeLessThanOrEqual(spinTop);
  }
  // The page itself has not moved: the numbers have.
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
