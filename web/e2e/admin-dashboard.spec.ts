import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, test } from "./house";

const PASSWORD = process.env.POINTHOUSE_ADMIN_PASSWORD ?? "";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones are sent away."));

/** Through the gate by hand: the dashboard is what is behind it. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(PASSWORD);
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("table")).toBeVisible();
}

/** Tells the tracking what a player has wagered this month, as the casino would. */
async function track(
  request: APIRequestContext,
  username: string,
  monthlyWagered: number,
): Promise<void> {
  const login = await request.post("/api/admin/login", { data: { password: PASSWORD } });
  const { token }: { token: string } = await login.json();
  const answer = await request.post("/api/wager-tracking/update-all", {
    headers: { Authorization: `Bearer ${token}` },
    data: { players: [{ username, monthlyWagered }] },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Without a source the board is the sample, and says so everywhere. */
test("a month is looked through and exported", async ({ page }) => {
  await openDashboard(page);
  await expect(
    page.getByText("Currently displaying sample data for demonstration purposes."),
  ).toBeVisible();
  // Nor are there months that end, until there is a source.
  await expect(page.getByText("No source of the casino's figures is set up.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Month-end" })).toHaveCount(0);
  await expect(page.locator("dl").getByText("75", { exact: true })).toBeVisible();
  await expect(page.getByText("$3,500")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByRole("cell", { name: "51", exact: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^wager-leaderboard-\d{4}-\d{2}-sample\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  // With the mark by which spreadsheets know UTF-8.
  expect(lines[0]).toBe("\uFEFFRank,Username,Total Wagered,Prize");
  expect(lines).toHaveLength(77);
  expect(lines.at(-1)).toContain("sample data");

  await page.getByLabel("Month shown").selectOption("2024-12");
  await expect(page.getByRole("heading", { name: "December 2024" })).toBeVisible();
  await expect(page.getByText("$2,000")).toBeVisible();
  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(page.getByRole("heading", { name: "November 2024" })).toBeVisible();

  // A narrow window of a computer.
  await page.setViewportSize({ width: 480, height: 800 });
  await expectNoOverflow(page);
});

test("a player's days are shown, and thrown away with a backup", async ({ page, request }) => {
  await openDashboard(page);
  const name = page.getByRole("row").nth(1).getByRole("button");
  const username = (await name.textContent()) ?? "";
  await track(request, username, 1234.5);
  await name.click();
  const player = page.getByRole("dialog", { name: username });
  await expect(player).toContainText("$1,234.50");
  await expect(player.getByRole("button", { name: "Next day" })).toBeDisabled();
  // The days before are not known.
  await expect(player).toContainText("Tracking began on this day");
  await expect(player.getByRole("button", { name: "Previous day" })).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();

  const dialog = page.getByRole("dialog");
  await page.getByText("Reset wager tracking").click();
  await page.getByRole("button", { name: "Reset Database" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Reset Database" }).click();
  await expect(page.getByRole("dialog", { name: "Reset successful!" })).toContainText(".base");
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Complete Reset" }).click();
  await dialog.getByLabel("Type RESET to confirm").fill("RESET");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Complete reset successful!" })).toContainText(
    ".base",
  );
  await page.keyboard.press("Escape");
  await name.click();
  await expect(player).toContainText("made up, and never tracked");
});
