import type { Page } from "@playwright/test";
import { enterByCall, openGiveaway } from "./giveaways";
import { expect, expectAccessible, expectNoOverflow, freshName, test } from "./house";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones are sent away."));

/** Through the gate by hand, then to the giveaways, when pushes are heard. */
async function openPage(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  // The dashboard's own connection may still be on its way when it is left, and never hear anything.
  const connected = new Promise<void>((resolve) => {
    page.on("websocket", (socket) => socket.once("framereceived", () => resolve()));
  });
  await page.goto("/admin/giveaways");
  await connected;
}

const cardOf = (page: Page, title: string) => page.getByRole("article", { name: title });

test("one is created, moved and deleted before anybody has entered", async ({ page }) => {
  await openPage(page);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Create Giveaway" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Create Giveaway" });
  await save.click();
  await expect(dialog.getByText("Please enter a title")).toBeVisible();
  await expectAccessible(page);

  const title = `Night ${freshName()}`;
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Prize").fill("A keyboard");
  await dialog.getByText("Paid", { exact: true }).click();
  await dialog.getByLabel("Points a ticket").fill("25");
  await dialog.getByText("Later", { exact: true }).click();
  await dialog.getByLabel("Start in hours").fill("1.5");
  await dialog.getByLabel("Duration in hours").fill("2");
  await expectAccessible(page);
  await save.click();
  await expect(page.getByRole("dialog", { name: "Giveaway Created!" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const card = cardOf(page, title);
  await expect(card).toContainText("Starts in 1 hour 29 minutes");

  await card.getByRole("button", { name: /^Edit/ }).click();
  await dialog.getByLabel("Prize").fill("A better keyboard");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog", { name: "Giveaway Updated!" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toContainText("A better keyboard");

  await card.getByRole("button", { name: /^Delete/ }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Giveaway deleted", { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("entries are seen live, freeze what they were for, and one is drawn early", async ({
  page,
  context,
  request,
  admin,
  newcomer,
}) => {
  await admin.givePoints(newcomer.id, 500);
  const drop = await openGiveaway(request);
  await openPage(page);
  const card = cardOf(page, drop.title);
  await expect(card).toContainText("Active");
  const order = { entryType: "paid", entryCost: 100, ticketCount: 3 } as const;
  await enterByCall(request, newcomer, drop, order);
  await expect(card).toContainText("300");

  await card.getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("prize, entry and start stay as they are");
  await expectAccessible(page);
  await dialog.getByLabel("Duration in hours").fill("4");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog", { name: "Giveaway Updated!" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toContainText("End moved from");

  await card.getByRole("button", { name: /^End Early/ }).click();
  await expect(dialog).toContainText("3 tickets of 1 member");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "End Early" }).click();
  await expect(page.getByText(`${drop.title}: The winner is ${newcomer.username}.`)).toBeVisible();
  await expect(card).toContainText("Ended early by an admin");
  await expect(card).toContainText(newcomer.username);

  await card.getByRole("button", { name: /^Provably fair/ }).click();
  await expectAccessible(page);
  const opening = context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Open the public proof" }).click();
  const proof = await opening;
  await expect(proof.getByRole("dialog", { name: "Provably fair" })).toContainText(drop.title);
});

test("one that members paid for is deleted, and they have their points again", async ({
  page,
  request,
  admin,
  newcomer,
}) => {
  await admin.givePoints(newcomer.id, 500);
  const drop = await openGiveaway(request);
  const order = { entryType: "paid", entryCost: 100, ticketCount: 2 } as const;
  await enterByCall(request, newcomer, drop, order);
  await openPage(page);
  const card = cardOf(page, drop.title);
  await card.getByRole("button", { name: /^Delete/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("200 points go back to 1 member");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/^Giveaway cancelled. 200 points/)).toBeVisible();
  // It stays, for everybody to see.
  await expect(card).toContainText("Cancelled by an admin");
  const headers = { Authorization: `Bearer ${newcomer.token}` };
  await expect
    .poll(async () => (await (await request.get("/api/auth/me", { headers })).json()).user.points)
    .toBe(500);
});
