import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, ONCE, test } from "./house";

const SAMPLE = "Displaying sample data for demonstration purposes.";

const table = (page: Page) => page.getByRole("table");
const pool = (page: Page) => page.getByRole("region", { name: "Prize pool" });
const months = (page: Page) => page.getByRole("combobox", { name: "Month shown" });
const button = (page: Page, name: string) => page.getByRole("button", { name });

/** The month before, "2026-10" for "2026-11". */
function monthBefore(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 2, 1)).toISOString().slice(0, 7);
}

async function currentMonth(page: Page): Promise<string> {
  const answer: { currentMonth: string } = await (
    await page.request.get("/api/leaderboard/wager")
  ).json();
  return answer.currentMonth;
}

test("a site without a source shows the sample, and says so", async ({ page }) => {
  await page.goto("/leaderboard");
  await expect(page.getByText(SAMPLE)).toBeVisible();
  await expect(table(page)).toHaveAccessibleName(/^Wagered in \w+ \d{4}, sample data$/);
  await expect(table(page).getByRole("row")).toHaveCount(21);
  await expect(
    page.getByRole("list", { name: "The first three" }).getByRole("listitem"),
  ).toHaveCount(3);
  await expect(pool(page)).toContainText("$3,500");
  await expect(table(page).getByRole("row").nth(1)).toContainText("$1,000");
  await expect(table(page).getByRole("row").nth(10)).toContainText("$80 bonus buy");
  await expect(table(page).getByRole("row").nth(20)).toContainText("No prize");
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test("months lead from January 2023 to the current one, by their address too", async ({ page }) => {
  const current = await currentMonth(page);
  await page.goto("/leaderboard");
  await expect(table(page)).toBeVisible();
  await expect(button(page, "Next month")).toBeDisabled();
  await button(page, "Previous month").click();
  await expect(page).toHaveURL(`/leaderboard?month=${monthBefore(current)}`);
  await expect(months(page)).toHaveValue(monthBefore(current));
  await expect(button(page, "Next month")).toBeEnabled();

  await months(page).selectOption("January 2023");
  await expect(page).toHaveURL("/leaderboard?month=2023-01");
  await expect(table(page)).toHaveAccessibleName(/^Wagered in January 2023/);
  await expect(pool(page)).toContainText("$1,000");
  await expect(button(page, "Previous month")).toBeDisabled();
  await page.reload();
  await expect(table(page)).toHaveAccessibleName(/^Wagered in January 2023/);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.goBack();
  await expect(months(page)).toHaveValue(monthBefore(current));
  await button(page, "Current month").press("Enter");
  await expect(page).toHaveURL("/leaderboard");
  await expect(months(page)).toHaveValue(current);
  await expect(months(page)).toBeFocused();
});

test("an address with a month that is none shows the current one", { tag: ONCE }, async ({
  page,
}) => {
  const current = await currentMonth(page);
  for (const month of ["2022-12", "2999-01", "2026-13", "soon"]) {
    await page.goto(`/leaderboard?month=${month}`);
    await expect(months(page)).toHaveValue(current);
    await expect(table(page)).toBeVisible();
    await expect(page).toHaveURL("/leaderboard");
  }
});

test("the two boards lead to each other", async ({ page }) => {
  await page.goto("/leaderboard?month=2024-02");
  const boards = page.getByRole("navigation", { name: "Leaderboards" });
  await boards.getByRole("link", { name: "Points" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Points");
  await expect(boards.getByRole("link", { name: "Points" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await boards.getByRole("link", { name: "Wager" }).click();
  await expect(page).toHaveURL("/leaderboard");
});

test("a failed load says so and is tried again", async ({ page }) => {
  await page.route("**/api/leaderboard/wager*", (route) =>
    route.fulfill({ status: 429, json: { success: false, error: "busy", message: "Too many" } }),
  );
  await page.goto("/leaderboard");
  await expect(page.getByRole("alert")).toContainText("Failed to load leaderboard data.");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.unroute("**/api/leaderboard/wager*");
  await button(page, "Retry").click();
  await expect(table(page)).toBeVisible();
});
