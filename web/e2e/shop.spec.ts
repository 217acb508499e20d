import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, PASSWORD, test } from "./house";

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#456"/></svg>';

const item = (title: string, pointsCost: number, stock: number, more: object = {}) => ({
  title,
  description: `${title}, handed out by the streamer within a day.`,
  pointsCost,
  stock,
  ...more,
});

const published = [
  item("Gift card", 500, 3, { image: "https://pictures.example/card.svg" }),
  item("Hoodie", 1200, 1, { image: "https://pictures.example/missing.png" }),
  item("Mug", 300, 0, { category: "Merchandise" }),
];

const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

/** Opens the shop and waits until pushes are heard: what changes after that has been pushed. */
async function visit(page: Page): Promise<void> {
  const connected = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived"));
  await page.goto("/points-shop");
  await connected;
}

test.beforeEach(async ({ page, admin }) => {
  await page.route("https://pictures.example/**", (route) =>
    route.request().url().endsWith(".svg")
      ? route.fulfill({ contentType: "image/svg+xml", body: picture })
      : route.fulfill({ status: 404 }),
  );
  await admin.openShop(false);
  await admin.publishItems([]);
});

test("the shop opens and is filled while its page is open", async ({ page, admin }) => {
  await visit(page);
  await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await admin.openShop(true);
  await expect(page.getByRole("heading", { name: "No Items Available" })).toBeVisible();
  const notice = page.getByText("Points shop updated!");
  await expect(notice).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(notice).toBeHidden();

  await admin.publishItems(published);
  await expect(page.getByText("3 items")).toBeVisible();
  const titles = page.getByRole("article").getByRole("heading");
  await expect(titles).toHaveText(["Gift card", "Hoodie", "Mug"]);
  await expect(card(page, "Mug")).toContainText("Out of Stock");
  await expect(card(page, "Gift card").locator("img")).toHaveCSS("opacity", "1");
  await card(page, "Hoodie").scrollIntoViewIfNeeded();
  await expect(card(page, "Hoodie").locator("img")).toHaveCount(0);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Price: Low to High" }).click();
  await expect(titles).toHaveText(["Mug", "Gift card", "Hoodie"]);
  await page.getByRole("button", { name: "In Stock Only" }).click();
  await expect(titles).toHaveText(["Gift card", "Hoodie"]);
  await page.getByRole("button", { name: "Price: High to Low" }).click();
  await page.reload();
  await expect(titles).toHaveText(["Hoodie", "Gift card", "Mug"]);
});

test("a member buys an item, and every open page counts it down", async ({
  page,
  context,
  browser,
  admin,
  newcomer,
}) => {
  await admin.openShop(true);
  await admin.publishItems(published);
  await admin.givePoints(newcomer.id, 1400);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await visit(other);
  await expect(card(other, "Gift card")).toContainText("3 left");

  await enterAs(context, newcomer);
  await visit(page);
  await page.getByRole("button", { name: "Gift card", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Gift card" });
  await expect(details).toContainText("3 left");
  await expectAccessible(page);

  // The page behind the dialog stays where it is.
  const before = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("PageDown");
  await page.keyboard.press("End");
  await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
  expect(await page.evaluate(() => window.scrollY)).toBe(before);

  await details.getByRole("button", { name: "Purchase" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm your purchase" });
  await expect(confirm).toContainText("Balance after");
  await expect(confirm).toContainText("900 points");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await confirm.getByRole("button", { name: "Confirm Purchase" }).click();

  const done = page.getByRole("dialog", { name: "Purchase complete" });
  await expect(done).toContainText("You bought Gift card");
  await expect(done).toContainText("Pending");
  await expectAccessible(page);
  await done.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("banner")).toContainText("900");
  await expect(card(page, "Gift card")).toContainText("2 left");
  await expect(card(other, "Gift card")).toContainText("2 left");
  await expect(card(page, "Hoodie")).toContainText("300 points to go");
  await elsewhere.close();
});

test("a changed price has to be agreed to, and the last piece is sold once", { tag: ONCE }, async ({
  page,
  context,
  admin,
  newcomer,
}) => {
  await admin.openShop(true);
  await admin.publishItems(published);
  await admin.givePoints(newcomer.id, 5000);
  await enterAs(context, newcomer);
  await visit(page);
  await page.getByRole("button", { name: "Purchase: Hoodie" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm your purchase" });
  await expect(confirm).toContainText("3,800 points");

  const items: { id: string; title: string }[] = await (
    await page.request.get("/api/points-shop")
  ).json();
  const id = items.find(({ title }) => title === "Hoodie")?.id;
  await admin.publishItems([item("Hoodie", 1500, 1, { id })]);
  await expect(confirm.getByRole("alert")).toContainText("is now 1,500 points");
  await expectAccessible(page);
  await confirm.getByRole("button", { name: "Accept 1,500 points" }).click();
  await confirm.getByRole("button", { name: "Confirm Purchase" }).click();
  const done = page.getByRole("dialog", { name: "Purchase complete" });
  await expect(done).toContainText("3,500 points");
  await done.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Out of Stock: Hoodie" })).toBeDisabled();
});

test("a guest is asked to log in, and comes back to the shop", { tag: ONCE }, async ({
  page,
  admin,
  newcomer,
}) => {
  await admin.openShop(true);
  await admin.publishItems(published);
  await page.goto("/points-shop");
  await page.getByRole("button", { name: "Purchase: Gift card" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm your purchase" });
  await expect(confirm.getByRole("alert")).toHaveText("You must be logged in to make a purchase");
  await expectAccessible(page);
  await confirm.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/points-shop$/);
  await page.getByRole("button", { name: "Purchase: Gift card" }).click();
  await expect(confirm.getByRole("alert")).toHaveText("Insufficient points");
  await expect(confirm.getByRole("button", { name: "Confirm Purchase" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Purchase: Gift card" })).toBeFocused();
});
