import { enterAs, expect, expectAccessible, ONCE, test } from "../house";
import { Books } from "./books";
import { bet, betButton, keno, limbo, mines, openGame, shownBalance, strip } from "./games";

test.beforeEach(async ({ context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, 100);
  await enterAs(context, newcomer);
});

for (const game of [keno, mines])
  test(`${game.name}: points that are spent elsewhere open the popup`, { tag: ONCE }, async ({
    page,
    request,
    admin,
    newcomer,
  }) => {
    await openGame(page, game);
    await page.getByLabel("Bet amount").fill("80");
    // They go while the bet is on its way, so that the page cannot know.
    await page.route(`**/api/games/${game.call}`, async (route) => {
      await admin.takePoints(newcomer.id, 60);
      await route.continue();
    });
    await betButton(page, game).click();
    const popup = page.getByRole("dialog", { name: "Insufficient Points" });
    await expect(popup).toContainText("You don't have enough points to place this bet!");
    // By key: the button moves as the ways to points load above it.
    await popup.getByRole("button", { name: "OK" }).press("Enter");
    await expect(popup).toBeHidden();
    await expect.poll(() => shownBalance(page)).toBe(40);
    expect(await new Books(request, newcomer).points()).toBe(40);
    await page.unroute(`**/api/games/${game.call}`);

    await page.getByLabel("Bet amount").fill("40");
    const { round } = await bet(page, game);
    expect(round.staked).toBe(40);
  });

test("a daily limit on stakes is set in the dialog, reached, and said", { tag: ONCE }, async ({
  page,
  request,
  newcomer,
}) => {
  await openGame(page, limbo);
  await expect(page.getByText("You have set no limits for your play.")).toBeVisible();
  await page.getByRole("button", { name: "Play limits" }).click();
  const dialog = page.getByRole("dialog", { name: "Play limits" });
  await dialog.getByLabel("Points staked in a day").fill("20");
  await dialog.getByRole("button", { name: "Set limits" }).click();
  await expect(dialog.getByText("Your limits are set.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Staked today 0 of 20", { exact: true })).toBeVisible();

  await page.getByLabel("Bet amount").fill("10");
  for (const staked of [10, 20]) {
    await bet(page, limbo);
    await expect(page.getByText(`Staked today ${staked} of 20`, { exact: true })).toBeVisible();
  }
  await expect(strip(page, limbo)).toHaveCount(2);
  const refused = page.waitForResponse("**/api/games/limbo/bet");
  await betButton(page, limbo).click();
  const response = await refused;
  expect(response.status()).toBe(403);
  const { message }: { message: string } = await response.json();
  expect(message).toBe("You have reached the daily stake limit that you set");
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText("Staked today 20 of 20", { exact: true })).toBeVisible();
  expect(await new Books(request, newcomer).history(limbo)).toHaveLength(2);
});
