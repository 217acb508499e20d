import { expect, expectAccessible, expectNoOverflow, test } from "./house";

test("what a bet and an admin move shows up in the economy", async ({
  page,
  request,
  admin,
  newcomer,
  isMobile,
}) => {
  test.skip(isMobile, "Phones are sent away.");
  await admin.switchAllGames(true);
  await admin.givePoints(newcomer.id, 50);
  const bet = await request.post("/api/games/dice/bet", {
    headers: { Authorization: `Bearer ${newcomer.token}` },
    data: { bet: 7, target: 50, direction: "under" },
  });
  expect(bet.status(), await bet.text()).toBe(200);

  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("link", { name: "Economy", exact: true }).click();
  const sources = page.getByRole("table", { name: "Points minted and burned by source" });
  await expect(sources.getByRole("row", { name: /^Admins/ })).toBeVisible();
  await expect(sources.getByRole("row", { name: /^Dice/ })).toBeVisible();
  await page.getByRole("button", { name: "Show the days as a table" }).click();
  const days = page.getByRole("table", { name: /per day/ });
  await expect(days.getByRole("row")).toHaveCount(31);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByText("7 days", { exact: true }).click();
  await expect(days.getByRole("row")).toHaveCount(8);
  await page
    .getByRole("table", { name: /most points/ })
    .getByRole("link")
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/accounts\?q=/);
  await page.goBack();
  await page.setViewportSize({ width: 480, height: 800 });
  await expect(sources).toBeVisible();
  await expectNoOverflow(page);
});
