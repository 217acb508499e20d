import { expect, expectAccessible, expectNoOverflow, test } from "./house";
import { openHunt, playSlot } from "./hunts";

test("a hunt is followed from the list to its end", async ({ page, request }, { project }) => {
  const hunt = await openHunt(request, [
    { slotName: "Mental", betAmount: 2 },
    { slotName: "San Quentin", betAmount: 1, hasTip: true },
  ]);
  await page.goto("/bonus-hunts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bonus Hunts");
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Least Bonuses" }).press("Enter");
  await expect(page).toHaveURL(/\?sort=least$/);
  const place = project.name === "phone" ? page.getByRole("list") : page.getByRole("table");
  await place.getByRole("link", { name: hunt.name }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hunt.name);

  const stage = page.getByRole("region", { name: "At a glance" });
  await expect(stage).toContainText("Up nextMental");
  await playSlot(request, hunt, "1", 250);
  await expect(stage).toContainText("Just openedMental");
  await expect(stage).toContainText("mega 125x");
  await expect(page.getByRole("row").filter({ hasText: "San Quentin" })).toContainText("TIP");
  await expect(page.getByRole("status").filter({ hasText: "mega win" })).toHaveCount(1);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await playSlot(request, hunt, "2", 0);
  await expect(stage).toContainText("Result");
  await expect(stage).toContainText("+$150.00");
  await page.getByRole("link", { name: /^Back/ }).press("Enter");
  await expect(page).toHaveURL("/bonus-hunts");
});

test("an address without a hunt says so", async ({ page }) => {
  await page.goto("/bonus-hunts/no-such-hunt");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bonus hunt not found");
  await expectAccessible(page);
  await page.goto("/bonus-hunts/a%20b");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Invalid bonus hunt ID");
});
