import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, test } from "../house";

const rollButton = (page: Page) => page.getByRole("button", { name: "Roll dice" });
const outcome = (page: Page) => page.getByRole("status").filter({ hasText: "Rolled" });

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ page, context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, 300);
  await enterAs(context, newcomer);
  await page.goto("/games/dice");
  await expect(rollButton(page)).toBeEnabled();
});

test("the odds beside the bet follow target and side", async ({ page }) => {
  await page.getByLabel("Bet amount").fill("10");
  await page.getByLabel("Target, 1 to 99").fill("25");
  await expect(page.getByText("A roll under 25.00 wins")).toBeVisible();
  await expect(page.getByText(/^Returns/)).toContainText("39 points");
  await expect(page.getByText("3.9600×")).toBeVisible();
  await expect(page.getByText("4.0000×")).toBeVisible();

  await page.getByText("At or over").click();
  await expect(page.getByText("A roll at or over 75.00 wins")).toBeVisible();
  await expect(page.getByLabel("Target, 1 to 99")).toHaveValue("75");
  await expect(page.getByText(/^Returns/)).toContainText("39 points");

  await page.getByLabel("Bet amount").fill("1");
  await page.getByLabel("Target, 1 to 99").fill("50");
  await expect(page.getByText("A win only returns your stake at this bet")).toBeVisible();

  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "51");
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  await page.keyboard.press("End");
  await expect(slider).toHaveAttribute("aria-valuenow", "99");
});

test("a bet that cannot be placed keeps the button off and says why", { tag: ONCE }, async ({
  page,
}) => {
  const bet = page.getByLabel("Bet amount");
  for (const [typed, problem] of [
    ["0", "The smallest bet is 1"],
    ["101", "The largest bet is 100"],
    ["1.5", "A bet is a whole number of points"],
    ["", "Enter a bet"],
  ] as const) {
    await bet.fill(typed);
    await expect(page.getByText(problem, { exact: true })).toBeVisible();
    await expect(rollButton(page)).toBeDisabled();
  }
  await page.getByRole("button", { name: "Highest bet" }).click();
  await expect(bet).toHaveValue("100");
  await page.getByRole("button", { name: "Half the bet" }).click();
  await expect(bet).toHaveValue("50");
  await page.getByRole("button", { name: "Double the bet" }).click();
  await expect(bet).toHaveValue("100");
});

test("space and enter bet from anywhere, once a press", { tag: ONCE }, async ({ page }) => {
  let bets = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/dice/bet")) bets += 1;
  });
  await page.getByRole("heading", { name: "Dice", level: 1 }).click();
  await page.keyboard.press("Space");
  await expect(outcome(page)).toBeVisible();
  expect(bets).toBe(1);
  await page.getByLabel("Bet amount").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => bets).toBe(2);
  await expect(rollButton(page)).toBeEnabled();
});

test("reduced motion shows the result at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await rollButton(page).click();
  await expect(outcome(page)).toBeVisible();
  await expectAccessible(page);
});

test("auto rolls a count and stops by itself", async ({ page }) => {
  await page.getByText("Auto", { exact: true }).click();
  await page.getByLabel("Bet amount").fill("1");
  await page.getByLabel("Number of rolls").fill("3");
  await page.getByRole("button", { name: "Start auto" }).click();
  await expect(page.getByRole("button", { name: "Stop auto" })).toBeVisible();
  await expect(page.getByLabel("Bet amount")).toBeDisabled();
  await expect(page.getByText("Auto finished: 3 rolls.")).toBeVisible();
  await expect(
    page.getByRole("list", { name: "Your last rolls, newest first" }).getByRole("listitem"),
  ).toHaveCount(3);
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test("switching the mode stops auto", { tag: ONCE }, async ({ page }) => {
  await page.getByText("Auto", { exact: true }).click();
  await page.getByLabel("Number of rolls").fill("0");
  await page.getByRole("button", { name: "Start auto" }).click();
  await expect(outcome(page)).toBeVisible();
  await page.getByText("Manual", { exact: true }).click();
  await expect(rollButton(page)).toBeVisible();
});

test("a bet without enough points opens the popup", async ({ page }) => {
  // Another window spent the points a moment ago and the push has not arrived.
  await page.route("**/api/games/dice/bet", (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, error: "insufficient_points", message: "Insufficient points" },
    }),
  );
  await rollButton(page).click();
  const popup = page.getByRole("dialog", { name: "Insufficient Points" });
  await expect(popup).toContainText("You don't have enough points to place this bet!");
  await expectAccessible(page);
  // By key: the button moves as the ways to points load above it.
  await popup.getByRole("button", { name: "OK" }).press("Enter");
  await expect(popup).toBeHidden();
});

test("a roll is proven in the page", async ({ page }) => {
  await rollButton(page).click();
  await expect(outcome(page)).toBeVisible();

  await page.getByRole("button", { name: "Fairness" }).click();
  const panel = page.getByRole("dialog", { name: "Provably fair" });
  await expect(panel.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel("Next client seed").fill("not allowed!");
  await expect(panel.getByText("no spaces", { exact: false })).toBeVisible();
  await panel.getByLabel("Next client seed").fill("my-own.seed_1");
  await panel.getByRole("button", { name: "Rotate seeds" }).click();
  await expect(panel.getByText("One round was played with these seeds.")).toBeVisible();
  await expect(panel.getByText(/is the one that was promised/)).toBeVisible();
  await expect(panel.getByText("my-own.seed_1").first()).toBeVisible();
  await page.keyboard.press("Escape");

  await page
    .getByRole("button", { name: /Show the proof$/ })
    .first()
    .click();
  await expect(page.getByText("Everything matches")).toBeVisible();
  await expect(page.getByText(/The seed's hash is the one shown before the round/)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
