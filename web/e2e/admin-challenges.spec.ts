import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, test } from "./house";

const challenge = (title: string, more: object = {}) => ({
  title,
  provider: "Pragmatic Play",
  task: "Hit the required multiplier",
  minBet: "$0.20",
  multiplier: "500x",
  reward: "$50",
  difficulty: "Hard",
  rewardPoints: 250,
  ...more,
});

/** Through the gate by hand, then to the challenges. */
async function visit(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.goto("/admin/challenges");
  await expect(page.getByText("All changes saved and synced")).toBeVisible();
}

const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const answerYes = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name }).click();

test.beforeEach(async ({ admin, isMobile }) => {
  test.skip(isMobile, "Phones are sent away.");
  await admin.publishChallenges([]);
});

test("a challenge is drafted, kept over a reload and published to an open page", async ({
  page,
  browser,
}) => {
  const house = await browser.newContext();
  const members = await house.newPage();
  await members.goto("/challenges");
  await expect(members.getByText("No Challenges Available")).toBeVisible();

  await visit(page);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await press(page, "Test Live Update");
  await expect(page.getByText("No challenges available for testing")).toBeVisible();

  await press(page, "Add Challenge");
  const dialog = page.getByRole("dialog");
  await answerYes(page, "Add Challenge");
  await expect(dialog).toContainText("Please fill in all required fields (Title, Task, Reward)");
  await expectAccessible(page);
  await dialog.getByLabel("Title (required)").fill("Money Train");
  await dialog.getByLabel("Task (required)").fill("Hit it in the bonus");
  await dialog.getByLabel("Reward (required)").fill("$100");
  await answerYes(page, "Add Challenge");
  await expect(page.getByText("You have unsaved changes")).toBeVisible();
  await press(page, "Save Draft");
  await expect(page.getByText("Draft saved successfully!")).toBeVisible();

  await page.reload();
  await expect(row(page, "Money Train")).toContainText("New");
  await page.getByRole("button", { name: "Pending: Money Train" }).click();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expect(members.getByText("Money Train")).toHaveCount(0);

  await press(page, "Push Live");
  await expectAccessible(page);
  await answerYes(page, "Push Live");
  await expect(page.getByText("Changes pushed live successfully!")).toBeVisible();
  await expect(page.getByText("All changes saved and synced")).toBeVisible();
  await expect(members.getByRole("heading", { name: "Money Train" })).toBeVisible();
  await house.close();
});

test("what another admin publishes is merged, and asked about where both changed the same", async ({
  page,
  admin,
}) => {
  await admin.publishChallenges([challenge("Olympus")]);
  await visit(page);
  await page.getByLabel("Difficulty of Olympus").selectOption("Easy");
  // Olympus is deleted, and Bonanza is new.
  await admin.publishChallenges([challenge("Bonanza")]);
  await expect(page.getByText(/^Another admin changed the same entries\./)).toBeVisible();
  await expect(row(page, "Bonanza")).toHaveCount(1);
  await press(page, "Push Live");
  await answerYes(page, "Push Live");
  const dialog = page.getByRole("dialog", { name: "Another admin changed the same entries" });
  await expect(dialog.getByRole("group", { name: "Olympus" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 480, height: 800 });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("radio", { name: "Keep mine" }).check();
  await dialog.getByRole("button", { name: "Apply choices" }).click();
  await expect(page.getByText("Conflicts resolved in the draft")).toBeVisible();
  await press(page, "Push Live");
  await answerYes(page, "Push Live");
  await expect(page.getByText("Changes pushed live successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Difficulty of Olympus")).toHaveValue("Easy");
  await expect(row(page, "Bonanza")).toHaveCount(1);
});

test("a member is awarded once, by keyboard alone", async ({ page, admin, newcomer }) => {
  await admin.publishChallenges([challenge("Olympus")]);
  await visit(page);
  await page.getByRole("button", { name: "Award Olympus" }).focus();
  await page.keyboard.press("Enter");
  await expectAccessible(page);
  const search = page.getByRole("textbox", { name: "Search members" });
  await search.focus();
  await page.keyboard.type(newcomer.username);
  await page.keyboard.press("Enter");
  const members = page.getByRole("dialog").getByRole("radio");
  await expect(members).toHaveCount(1);
  await members.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: `Award ${newcomer.username}` }).focus();
  await page.keyboard.press("Enter");
  await expect(
    page.getByText(`${newcomer.username} has been awarded 250 points. Balance: 250.`),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Completed: Olympus" })).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Award Olympus: completed already" }),
  ).toBeDisabled();
});
