import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, test } from "./house";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones are sent away."));

/** Through the gate by hand, then to one member's card. */
async function openCard(page: Page, username: string) {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.goto("/admin/accounts");
  await page.getByRole("textbox", { name: "Search accounts" }).fill(username);
  await expect(page).toHaveURL(new RegExp(`q=${username}`));
  await expect(page.getByText("1 account found")).toBeVisible();
  return page.getByRole("article", { name: username });
}

test("a session that ends keeps what was typed until the next login", async ({
  page,
  request,
  newcomer,
}) => {
  const card = await openCard(page, newcomer.username);
  await card.getByRole("button", { name: /^Manage Points/ }).click();
  const amount = page.getByLabel("Amount");
  await amount.fill("50");

  // The server ends the session, as it does after a time without a call.
  const token = await page.evaluate(() => localStorage.getItem("pointhouse.adminToken"));
  const ended = await request.post("/api/admin/logout", {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(ended.status(), await ended.text()).toBe(200);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const question = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(question).toBeVisible();
  await expect(amount).toBeHidden();
  await expect(card).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await question.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await question.getByRole("button", { name: "Log in" }).click();
  await expect(question).toBeHidden();
  await expect(amount).toHaveValue("50");
  await expect(amount).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Added 50 points. Balance: 50.")).toBeVisible();
});

test("points are moved by hand, refused where there are too few, and audited", async ({
  page,
  newcomer,
}) => {
  const card = await openCard(page, newcomer.username);
  await expect(card).toContainText("Not submitted");
  await expectAccessible(page);
  await expectNoOverflow(page);

  await card.getByRole("button", { name: /^Manage Points/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Amount").fill("50");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Added 50 points. Balance: 50.")).toBeVisible();
  await expect(card).toContainText("50");

  await card.getByRole("button", { name: /^Manage Points/ }).click();
  await dialog.getByLabel("Amount").fill("51");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog).toContainText("Failed to update points: Insufficient points");
  await page.keyboard.press("Escape");

  await card.getByRole("button", { name: /^Ledger/ }).click();
  await expect(dialog).toContainText("+50");
  await dialog.getByRole("textbox", { name: "Search the ledger" }).fill("by an admin");
  await expect(dialog).toContainText("1 movement found");
  await expectAccessible(page);

  await page.goto(`/admin/audit?q=user:${newcomer.id}`);
  const line = page.getByRole("button", { name: `gave ${newcomer.username} 50 points` });
  await line.press("Enter");
  await expect(page.getByRole("row", { name: /^points/ })).toContainText("50");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await dialog.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("Took back 50 points", { exact: true })).toBeVisible();
  const undone = `took back 50 points given to ${newcomer.username}`;
  await expect(page.getByRole("button", { name: undone })).toBeVisible();
  await page.getByRole("radio", { name: "Oldest" }).check();
  await expect(page).toHaveURL(/sort=oldest/);
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test("the sidebar stays where it is when a dialog opens", async ({ page, newcomer }) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  const card = await openCard(page, newcomer.username);
  const place = () =>
    page.locator("aside").evaluate((aside) => {
      const { top, left } = aside.getBoundingClientRect();
      return [Math.round(top), Math.round(left)];
    });
  await page.evaluate(() => scrollTo(0, 100));
  expect(await page.evaluate(() => scrollY)).toBe(100);
  expect(await place()).toEqual([0, 0]);
  await card.getByRole("button", { name: /^Manage Points/ }).press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await place()).toEqual([0, 0]);
});

test("an account is set inactive and active again, and gets a link", async ({ page, newcomer }) => {
  const card = await openCard(page, newcomer.username);
  await card.getByRole("button", { name: /^Deactivate/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(card.getByText("Inactive")).toBeVisible();
  await card.getByRole("button", { name: /^Activate/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await expect(card.getByText("Active", { exact: true })).toBeVisible();

  await card.getByRole("button", { name: /^Link/ }).click();
  await page.getByRole("button", { name: "Make a verification link" }).click();
  const link = await page.getByRole("textbox", { name: "Verification link" }).inputValue();
  expect(link).toContain("/verify-email?token=");
  await expectAccessible(page);
});

test("everybody gets points after a question", async ({ page, newcomer }) => {
  const card = await openCard(page, newcomer.username);
  await page.getByRole("button", { name: "Global Points" }).click();
  await page.getByLabel("Points for each").fill("3");
  await page.getByLabel("Reason").fill("A good stream");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Give points" }).click();
  await expect(page.getByRole("dialog", { name: "Points given" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(card).toContainText("3");
});

test("points of a file are tried out, taken in and ticked by hand", async ({ page, newcomer }) => {
  const card = await openCard(page, newcomer.username);
  await page.getByRole("button", { name: "CSV" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("CSV file").setInputFiles({
    name: "old-site.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`email,points\n${newcomer.email},70\n${newcomer.email},abc\n`),
  });
  // The address is not verified, so that the line waits for an admin's word.
  await expect(dialog).toContainText("old-site.csv: nothing has been credited yet.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import 1 waiting line" }).click();
  await dialog.getByRole("button", { name: "Show waiting lines" }).click();
  await dialog.getByRole("button", { name: `Credit: ${newcomer.email}` }).click();
  await dialog.getByRole("radio").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: `Credit 70 points to ${newcomer.username}` }).click();
  await expect(dialog).toContainText(`${newcomer.username}: Credited 70 points`);
  await page.keyboard.press("Escape");
  await expect(card).toContainText("70");
});
