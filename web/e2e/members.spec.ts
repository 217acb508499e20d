import type { Page } from "@playwright/test";
import {
  enterAs,
  expect,
  expectAccessible,
  expectNoOverflow,
  type Newcomer,
  ONCE,
  test,
} from "./house";

const claimButton = (page: Page) => page.getByRole("button", { name: /^Claim \d+ points$/ });
const today = (page: Page) => page.locator("[aria-current=date]");

/** What the server's mask leaves of a name of more than four characters. */
function masked({ username }: Newcomer): string {
  return username.slice(0, 2) + "*".repeat(username.length - 4) + username.slice(-2);
}

test("a guest is asked to log in for the calendar and comes back to it", async ({ page }) => {
  await page.goto("/rewards/daily-calendar");
  await expect(
    page.getByText("Please log in to access your daily calendar and claim rewards."),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Frewards%2Fdaily-calendar$/);
});

test("a day is claimed once, and shows wherever points show", async ({
  page,
  context,
  newcomer,
}) => {
  await enterAs(context, newcomer);
  await page.goto("/rewards/daily-calendar");
  await expect(claimButton(page)).toHaveText("Claim 10 points");
  await expect(today(page)).toContainText("today, not claimed yet");
  await expect(page.getByTestId("balance")).toContainText("0 points");
  await expectAccessible(page);
  await expectNoOverflow(page);

  // Another window of the same member, from before the claim.
  const other = await context.newPage();
  await other.goto("/rewards/daily-calendar");
  await expect(claimButton(other)).toBeEnabled();

  await claimButton(page).click();
  await expect(page.getByText("Today is claimed")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "+10" })).toBeVisible();
  await expect(today(page)).toContainText("today, claimed");
  await expect(page.getByTestId("balance")).toContainText("10 points");
  await expect(page.getByRole("progressbar", { name: "Streak" })).toHaveAttribute(
    "aria-valuenow",
    "1",
  );
  await expect(page.getByRole("timer", { name: /^Next claim in/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await claimButton(other).click();
  await expect(other.getByRole("status").filter({ hasText: "already claimed" })).toBeVisible();
  await expect(other.getByRole("alert")).toHaveCount(0);
  await expect(today(other)).toContainText("today, claimed");
  await expect(other.getByTestId("balance")).toContainText("10 points");
  await other.close();

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Statement" }).click();
  await expect(page).toHaveURL("/statement");
  const entry = page.getByRole("row", { name: /Daily calendar/ });
  await expect(entry).toContainText("+10");
  await expect(page.getByRole("row")).toHaveCount(2);
  await entry.getByRole("link", { name: /^Claim of [A-Z][a-z]+ \d{1,2}, \d{4}$/ }).click();
  await expect(page).toHaveURL("/rewards/daily-calendar");
});

test("the calendar is worked by keyboard", { tag: ONCE }, async ({ page, context, newcomer }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await enterAs(context, newcomer);
  await page.goto("/rewards/daily-calendar");
  await claimButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Today is claimed")).toBeVisible();
  const month = page.getByRole("heading", { level: 2 }).first();
  const name = await month.textContent();
  await page.getByRole("button", { name: "Next month" }).focus();
  await page.keyboard.press("Enter");
  await expect(month).not.toHaveText(name ?? "");
  const cards = page.getByRole("list", { name: "Milestones" });
  await cards.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => cards.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
});

test("a statement holds every movement, a page at a time", async ({
  page,
  context,
  admin,
  newcomer,
}) => {
  await enterAs(context, newcomer);
  await page.goto("/statement");
  await expect(page.getByText("No entries yet")).toBeVisible();
  await expectAccessible(page);
  for (let entry = 1; entry <= 51; entry += 1) await admin.givePoints(newcomer.id, entry);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(51);
  await expect(page.getByRole("row").nth(1)).toContainText("+51");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL("/statement?page=2");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").nth(1)).toContainText("+1");
  await page.goBack();
  await expect(page.getByRole("row")).toHaveCount(51);
});

test("a guest is sent from the statement to the login", { tag: ONCE }, async ({ page }) => {
  await page.goto("/statement");
  await expect(page).toHaveURL(/\/login\?redirect=%2Fstatement$/);
});

test("the points leaderboard shows who earned most, names masked", async ({
  page,
  admin,
  newcomer,
}) => {
  // More than anybody else of this run has.
  await admin.givePoints(newcomer.id, 1_000_000 + Math.floor(Math.random() * 100_000));
  await page.goto("/leaderboard/points");
  const table = page.getByRole("table", { name: "Points earned this month" });
  await expect(table.getByText(masked(newcomer), { exact: true })).toBeVisible();
  await expect(page.getByText(newcomer.username)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Previous month" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Next month" })).toBeDisabled();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

const NOVEMBER = { cycle: "month", firstDay: "2026-11-01", lastDay: "2026-11-30" };

test("the podium stands for three", async ({ page }) => {
  const leaderboard = [48_210, 20_985, 12_900, 77].map((totalPoints, index) => ({
    username: `m${index}*******ne`,
    totalPoints,
  }));
  await page.route("**/api/leaderboard/points/monthly", (route) =>
    route.fulfill({ json: { success: true, ...NOVEMBER, leaderboard, own: null } }),
  );
  await page.goto("/leaderboard/points");
  const podium = page.getByRole("list", { name: "The first three" });
  await expect(podium.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
  await expectNoOverflow(page);
});
