import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, freshName, test } from "./house";
import { openHunt } from "./hunts";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones are sent away."));

/** Through the gate by hand, then to a page of the hunts. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.goto(path);
}

/** Looks at what stands there, whole. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
}

test("a hunt is made, filled, opened by keyboard, edited and deleted", async ({ page }) => {
  const id = freshName();
  const name = `Hunt ${id}`;
  const dialog = page.getByRole("dialog");
  await openPage(page, "/admin/bonus-hunts");
  await expect(page.getByRole("heading", { name: "Bonus Hunts", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Create Hunt" }).press("Enter");
  await dialog.getByRole("button", { name: "Create Hunt" }).press("Enter");
  await expect(dialog.getByText("Name is required")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Name (required)").fill(name);
  await dialog.getByLabel("Custom ID (optional)").fill(id);
  await dialog.getByLabel("Starting balance (required)").fill("100");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bonus hunt created")).toBeVisible();
  await expectGood(page);
  await page.getByRole("link", { name, exact: true }).press("Enter");

  await expect(page.getByText("No Slots Added")).toBeVisible();
  await page.getByRole("button", { name: "Add Slot" }).first().press("Enter");
  for (const slot of ["Mental", "San Quentin"]) {
    await expect(dialog.getByLabel("Slot name (required)")).toBeFocused();
    await page.keyboard.type(slot);
    await dialog.getByLabel("Called by (required)").fill("matilda");
    await dialog.getByLabel("Bet amount (required)").fill("$2.00");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(`${slot} is added. Add the next one.`)).toBeVisible();
  }
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Manage Slots" }).press("Enter");
  await expect(page.getByRole("button", { name: "Play Mental" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Win amount")).toBeFocused();
  await page.keyboard.type("250");
  await expect(dialog).toContainText("125x");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Play San Quentin" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expect(page.getByText("San Quentin: $0.00, 0x.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark Active" })).toBeVisible();
  await expectGood(page);

  await page.getByRole("button", { name: "Edit Mental" }).press("Enter");
  await expectAccessible(page);
  await dialog.getByLabel("Amount won (required)").fill("260");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "$260.00" })).toBeVisible();
  await page.getByRole("button", { name: "Delete San Quentin" }).press("Enter");
  await expect(dialog).toContainText("Are you sure you want to delete the slot “San Quentin”?");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete Slot" }).press("Enter");
  await expect(page.getByRole("button", { name: "Edit San Quentin" })).toHaveCount(0);

  await page.getByRole("link", { name: "Bonus Hunts" }).first().press("Enter");
  await page.getByRole("button", { name: `Delete ${name}` }).press("Enter");
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByText("Bonus hunt deleted")).toBeVisible();
  await page.goto(`/admin/bonus-hunts/${id}/edit`);
  await expect(page.getByText("Error Loading Bonus Hunt")).toBeVisible();
  await expect(page.getByText("Bonus hunt not found")).toBeVisible();
});

test("a status and a tip are said over a hunt", async ({ page, request }) => {
  const hunt = await openHunt(request);
  await openPage(page, "/admin/bonus-hunts");
  await page.getByRole("button", { name: `Set completed: ${hunt.name}` }).click();
  await expect(page.getByText(`${hunt.name} is completed now.`)).toBeVisible();
  await page.getByRole("link", { name: hunt.name, exact: true }).click();
  await page.getByRole("button", { name: "Follow the slots again" }).click();
  await expect(page.getByRole("button", { name: "Mark Complete" })).toBeVisible();
  const tip = page.getByRole("button", { name: "Tip for Mental" });
  await tip.click();
  await expect(tip).toHaveAttribute("aria-pressed", "true");
});

test("whoever wants to import is told how a service is set up", async ({ page }) => {
  await openPage(page, "/admin/bonus-hunts");
  const open = page.getByRole("button", { name: "Import" });
  await open.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Import Bonus Hunt" });
  await expect(dialog.getByText("No hunt service is set up")).toBeVisible();
  await expectGood(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});
