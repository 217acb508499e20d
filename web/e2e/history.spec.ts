import { endGiveaway, enterByCall, openGiveaway, signUpAnother, visit } from "./giveaways";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, test } from "./house";

test("a member finds what was entered, pending, then won or lost, with its proof", async ({
  page,
  context,
  request,
  newcomer,
}) => {
  const order = { entryType: "free", entryCost: 0, ticketCount: 1 } as const;
  await enterAs(context, newcomer);
  await page.goto("/history");
  await expect(page.getByText("You have not entered a giveaway yet")).toBeVisible();
  await expectAccessible(page);

  const drop = await openGiveaway(request, order);
  const rival = await signUpAnother(request);
  await enterByCall(request, newcomer, drop, order);
  await enterByCall(request, rival, drop, order);
  await visit(page, "/history");
  const row = page.getByRole("listitem").filter({ hasText: drop.title });
  await expect(row).toContainText("Pending");
  await endGiveaway(request, drop);
  await expect(row).toContainText(/Won|Lost/);
  await expectAccessible(page);
  await expectNoOverflow(page);

  const link = row.getByRole("link", { name: /^Check the draw/ });
  await link.click();
  const proof = page.getByRole("dialog", { name: "Provably fair" });
  await expect(proof).toContainText("Everything matches");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(proof).toBeHidden();
  await expect(page).toHaveURL(/\/history$/);
  await expect(link).toBeFocused();
});

test("a pending purchase is called off, and its points come back", { tag: ONCE }, async ({
  page,
  context,
  request,
  admin,
  newcomer,
}) => {
  await admin.openShop(true);
  await admin.publishItems([
    { title: "Gift card", description: "For you.", pointsCost: 500, stock: 3 },
  ]);
  await admin.givePoints(newcomer.id, 800);
  const shelf = await request.get("/api/points-shop");
  const items: { id: string }[] = await shelf.json();
  const bought = await request.post("/api/points-shop/purchase", {
    headers: { Authorization: `Bearer ${newcomer.token}` },
    data: { itemId: items[0]?.id, pointsCost: 500 },
  });
  expect(bought.status(), await bought.text()).toBe(200);

  await enterAs(context, newcomer);
  await page.goto("/history");
  await page.getByRole("tab", { name: "Points Shop History" }).click();
  await expect(page).toHaveURL(/tab=shop/);
  const row = page.getByRole("listitem").filter({ hasText: "Gift card" });
  await expect(row).toContainText("Pending");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Cancel: Gift card" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await row.getByRole("button", { name: "Cancel: Gift card" }).click();
  const ask = page.getByRole("dialog", { name: "Cancel this purchase?" });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await ask.getByRole("button", { name: "Cancel purchase" }).click();
  const done = page.getByRole("dialog", { name: "Purchase cancelled" });
  await expect(done).toContainText("800 points");
  await expectAccessible(page);
  await done.getByRole("button", { name: "Done" }).click();
  await expect(row).toContainText("Cancelled");
  await expect(page.getByRole("banner")).toContainText("800");
  await page.reload();
  await expect(
    page.getByRole("tab", { name: "Points Shop History", selected: true }),
  ).toBeVisible();
  await expect(row).toContainText("Cancelled");
});
