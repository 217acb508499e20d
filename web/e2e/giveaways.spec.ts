import type { Page } from "@playwright/test";
import { endGiveaway, enterByCall, openGiveaway, signUpAnother, visit } from "./giveaways";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, PASSWORD, test } from "./house";

const cardOf = (page: Page, title: string) => page.getByRole("article", { name: title });

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
}

test("a member buys tickets, and every open page counts them", async ({
  page,
  context,
  browser,
  request,
  admin,
  newcomer,
}) => {
  const drop = await openGiveaway(request);
  await admin.givePoints(newcomer.id, 1_000);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await visit(other, "/giveaways");
  const theirs = cardOf(other, drop.title);
  await expect(theirs).toContainText("0 tickets");
  await expect(theirs.getByRole("link", { name: /^Login to Enter/ })).toBeVisible();
  await expectGood(other);

  await enterAs(context, newcomer);
  await visit(page, "/giveaways");
  const card = cardOf(page, drop.title);
  await expect(card).toContainText("Ends in 1 hour");
  await card.getByRole("button", { name: /^Enter \(100 points\)/ }).click();
  const choice = page.getByRole("dialog", { name: "Buy tickets" });
  await expect(choice.getByRole("button", { name: "25 tickets" })).toBeDisabled();
  await choice.getByRole("button", { name: "5 tickets", exact: true }).click();
  await expect(choice).toContainText("5 of 5 tickets");
  await expectGood(page);
  await choice.getByRole("button", { name: "Buy 5 tickets" }).click();
  const done = page.getByRole("dialog", { name: "Entry Successful!" });
  await expect(done).toContainText("500 points");
  await expectGood(page);
  await done.getByRole("button", { name: "Done" }).click();
  await expect(card).toContainText("You're entered · 5");
  await expect(card.getByRole("button", { name: /^Buy more/ })).toBeFocused();
  await expect(page.getByRole("banner")).toContainText("500");
  await expect(theirs).toContainText("5 tickets");
  await expect(theirs).toContainText("1 entrant");

  await endGiveaway(request, drop);
  await expect(theirs).toContainText("has won");
  await elsewhere.close();
});

test("an early end is drawn before everybody's eyes, and the draw can be worked out again", {
  tag: ONCE,
}, async ({ page, context, request, admin, newcomer }) => {
  const drop = await openGiveaway(request);
  await admin.givePoints(newcomer.id, 1_000);
  const order = { entryType: "paid", entryCost: 100, ticketCount: 3 } as const;
  await enterByCall(request, newcomer, drop, order);
  await enterAs(context, newcomer);
  await visit(page, "/giveaways");
  const card = cardOf(page, drop.title);
  await expect(card).toContainText("You're entered · 3");
  await endGiveaway(request, drop);
  await expect(card).toContainText("Ended early");
  await expect(card).toContainText("You won!");
  await page.getByRole("link", { name: `Check the draw: ${drop.title}` }).click();
  const proof = page.getByRole("dialog", { name: "Provably fair" });
  await expect(proof).toContainText("Everything matches");
  await expect(proof.getByText("Matches", { exact: true })).toHaveCount(6);
  await expect(proof.getByText("Differs")).toHaveCount(0);
  await expect(proof.getByRole("row", { name: /winner/ })).toContainText("you");
  await expectGood(page);
  await page.reload();
  await expect(proof).toContainText("Everything matches");
});

test("a visitor logs in, enters for free, and is found in the draw of two", async ({
  page,
  request,
  newcomer,
}) => {
  const drop = await openGiveaway(request, { entryType: "free", entryCost: 0 });
  await page.goto("/giveaways");
  await cardOf(page, drop.title)
    .getByRole("link", { name: /^Login to Enter/ })
    .click();
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/giveaways$/);
  const card = cardOf(page, drop.title);
  await card.getByRole("button", { name: /^Enter For Free/ }).click();
  const done = page.getByRole("dialog", { name: "Entry Successful!" });
  await expect(done).toContainText("1 of 1 ticket");
  await expectGood(page);
  await page.keyboard.press("Escape");
  await expect(card).toContainText("You're entered");
  await expect(card.getByRole("button")).toHaveCount(0);

  const rival = await signUpAnother(request);
  await enterByCall(request, rival, drop, { entryType: "free", entryCost: 0, ticketCount: 1 });
  await expect(card).toContainText("1 of 2 tickets");
  await endGiveaway(request, drop);
  await expect(card).toContainText(/You won!|has won/);
});

test("a lost connection buys nothing twice, and the promise of the draw stands before it", {
  tag: ONCE,
}, async ({ page, context, request, admin, newcomer }) => {
  const drop = await openGiveaway(request);
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
  await visit(page, "/giveaways");
  // The order arrives, its answer does not.
  await page.route("**/api/giveaways/*/entries", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const card = cardOf(page, drop.title);
  await card.getByRole("button", { name: /^Enter \(100 points\)/ }).click();
  await page.getByRole("button", { name: "Buy 1 ticket" }).click();
  const lost = page.getByRole("dialog", { name: "Connection Error" });
  await expect(lost).toContainText("Unable to connect to the server.");
  // The ticket was sold all the same, and the card behind the dialog says so by push.
  await expect(page.locator("article", { hasText: drop.title })).toContainText("Buy more");
  await expectGood(page);
  await page.unroute("**/api/giveaways/*/entries");
  await lost.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Entry Successful!" })).toContainText("900 points");
  await page.keyboard.press("Escape");
  await expect(card).toContainText("You're entered · 1");

  await card.getByRole("link", { name: /^Provably fair/ }).click();
  const proof = page.getByRole("dialog", { name: "Provably fair" });
  await expect(proof).toContainText("After 1 ticket of 1 entrant.");
  await expectGood(page);
  await page.keyboard.press("Escape");
  await expect(proof).toBeHidden();
  await expect(page).toHaveURL(/\/giveaways$/);
  await endGiveaway(request, drop);
});
