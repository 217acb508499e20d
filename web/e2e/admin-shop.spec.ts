import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, type Newcomer, test } from "./house";

const item = (title: string, more: object = {}) => ({
  title,
  description: `${title}, handed out by the streamer within a day.`,
  pointsCost: 30,
  stock: 1,
  ...more,
});

/** Through the gate by hand, then to the shop. */
async function visit(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.goto("/admin/points-shop");
  await expect(page.getByRole("article").first()).toBeVisible();
}

const titles = (page: Page) => page.getByRole("article").getByRole("heading");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const answerYes = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name }).click();

async function buy(request: APIRequestContext, member: Newcomer): Promise<void> {
  const list = await request.get("/api/points-shop");
  const items: { id: string }[] = await list.json();
  const answer = await request.post("/api/points-shop/purchase", {
    headers: { Authorization: `Bearer ${member.token}` },
    data: { itemId: items[0]?.id, pointsCost: 30 },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test.beforeEach(async ({ admin, isMobile }) => {
  test.skip(isMobile, "Phones are sent away.");
  await admin.openShop(true);
  await admin.publishItems([item("Hat"), item("Mug"), item("Card", { isActive: false })]);
});

test("items are put in order, changed and published to an open page", async ({ page, browser }) => {
  const house = await browser.newContext();
  const members = await house.newPage();
  await members.goto("/points-shop");
  await expect(titles(members)).toHaveText(["Hat", "Mug"]);

  await visit(page);
  await expect(titles(page)).toHaveText(["Hat", "Mug", "Card"]);
  await expectAccessible(page);
  await expectNoOverflow(page);
  const grip = (title: string) => page.getByRole("button", { name: `Place of ${title}:` });
  await grip("Hat").dragTo(page.getByRole("article", { name: "Mug" }), {
    targetPosition: { x: 300, y: 90 },
    steps: 5,
  });
  await expect(titles(page)).toHaveText(["Mug", "Hat", "Card"]);
  await grip("Card").focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Card is now at place 3 of 3")).toBeAttached();
  // The library listens to the arrows one task after it has begun.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("Card is now at place 2 of 3")).toBeAttached();
  await page.keyboard.press("Space");
  await expect(titles(page)).toHaveText(["Mug", "Card", "Hat"]);
  await expect(grip("Card")).toBeFocused();
  await press(page, "Activate: Card");
  await expect(page.getByText("Item activated")).toBeVisible();

  await press(page, "Edit: Mug");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Points Cost (required)").fill("45");
  await expectAccessible(page);
  await answerYes(page, "Save Item");
  await press(page, "Delete: Hat");
  await expectAccessible(page);
  await answerYes(page, "Delete");
  await press(page, "Save Draft");
  await page.reload();
  await expect(titles(page)).toHaveText(["Mug", "Card"]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 480, height: 800 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(titles(members)).toHaveText(["Hat", "Mug"]);

  // The overlay is no part of the draft, and does not get in its way.
  const overlay = page.getByRole("switch", { name: "Coming Soon" });
  await overlay.click();
  await expect(page.getByText("Coming soon overlay enabled")).toBeVisible();
  await expect(members.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
  await overlay.click();
  await expect(page.getByText("Coming soon overlay disabled")).toBeVisible();

  await press(page, "Push Live");
  await answerYes(page, "Push Live");
  await expect(page.getByText("Changes pushed live successfully!")).toBeVisible();
  await expect(titles(members)).toHaveText(["Mug", "Card"]);
  await expect(members.getByRole("article").first()).toContainText("45 points");
  await house.close();
});

test("a purchase is seen as it happens, called off and refused when points are short", async ({
  page,
  request,
  admin,
  newcomer,
}) => {
  await admin.givePoints(newcomer.id, 30);
  await visit(page);
  const purchases = page.getByRole("tab", { name: /^Purchases/ });
  await buy(request, newcomer);
  await expect(purchases).toContainText("pending");
  await expect(page.getByRole("article", { name: "Hat" })).toContainText("Out of Stock");
  await purchases.click();
  const row = page.getByRole("row").filter({ hasText: newcomer.username });
  const status = row.getByRole("combobox");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("textbox", { name: "Search the purchases" }).fill(newcomer.username);
  await expect(page.getByText("1 purchase found")).toBeVisible();
  await page.getByRole("radio", { name: "Pending 1" }).check();
  await expect(page).toHaveURL(new RegExp(`q=${newcomer.username}&status=pending`));
  await status.selectOption("completed");
  await expect(page.getByText("Purchase status updated to completed")).toBeVisible();
  // It has left the list.
  await expect(page.getByRole("heading", { name: "No purchases match" })).toBeVisible();
  await expectAccessible(page);
  await press(page, "Show every status");

  await status.selectOption("cancelled");
  await expect(page.getByRole("dialog")).toContainText(`${newcomer.username} gets 30 points back`);
  await expectAccessible(page);
  await answerYes(page, "Cancel the purchase");
  await expect(page.getByText("Purchase status updated to cancelled")).toBeVisible();
  await admin.takePoints(newcomer.id, 30);
  await status.selectOption("pending");
  await answerYes(page, "Set pending");
  await expect(page.getByText("Error updating purchase status: Insufficient points")).toBeVisible();
  await expect(status).toHaveValue("cancelled");
});

test("a logout asks before it throws unsaved changes away", async ({ page }) => {
  await visit(page);
  await press(page, "Deactivate: Hat");
  await press(page, "Logout");
  const question = page.getByRole("dialog", { name: "Logout with Unsaved Changes" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You have unsaved changes")).toBeVisible();
  await press(page, "Logout");
  await question.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/admin");
  await expect(page.getByLabel("Admin password")).toBeVisible();
});
