import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, freshName, test } from "./house";
import { png } from "./png";

const file = (name: string) => ({ name, mimeType: "image/png", buffer: png(300) });

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones are sent away from the panel."));

async function visit(page: Page, address: string): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.goto(address);
}

test("a picture is uploaded for an item, seen by members, and kept while it is used", async ({
  page,
  browser,
  admin,
}) => {
  // Another try on the same server finds the pictures of the one before.
  const name = `${freshName()}.png`;
  await admin.openShop(true);
  const hat = { title: "Hat", description: "A hat.", pointsCost: 30, stock: 1 };
  await admin.publishItems([hat]);
  const house = await browser.newContext();
  const members = await house.newPage();
  await members.goto("/points-shop");
  await expect(members.getByRole("article").filter({ hasText: "Hat" })).toBeVisible();

  await visit(page, "/admin/points-shop");
  await page.getByRole("button", { name: "Edit: Hat" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Picture file").setInputFiles(file(name));
  await expect(dialog.getByLabel("Image")).toHaveValue(/^\/api\/site\/pictures\/\d+\.webp$/);
  const address = await dialog.getByLabel("Image").inputValue();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save Item" }).click();
  await page.getByRole("button", { name: "Push Live" }).click();
  await dialog.getByRole("button", { name: "Push Live" }).click();
  await expect(page.getByText("Changes pushed live successfully!")).toBeVisible();
  const shown = members.getByRole("article").filter({ hasText: "Hat" }).locator("img");
  await expect(shown).toHaveAttribute("src", address);
  const width = () => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(300);

  // Among all pictures it is named with its use, and not removed.
  await page.goto("/admin/settings");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Pictures/ })
    .press("Enter");
  const card = page.getByRole("article", { name });
  await expect(card.getByRole("link", { name: "Shop item: Hat" })).toBeVisible();
  await expect(card).toContainText("300 × 300 px");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: `Remove ${name}` }).press("Enter");
  await expect(page.getByRole("dialog", { name: "This picture is in use" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  // One that nothing uses goes away.
  await page.getByLabel("Picture file").setInputFiles(file("spare.png"));
  await expect(page.getByText("spare.png is uploaded")).toBeVisible();
  await page.getByRole("radio", { name: "Not used" }).check();
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: "Remove spare.png" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("spare.png is removed")).toBeVisible();

  // A file that is no picture is refused, and nothing changes.
  const text = { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await page.getByLabel("Picture file").setInputFiles(text);
  await expect(page.getByText(/^This file is not a PNG, JPEG, WebP or GIF/)).toBeVisible();
  await page.setViewportSize({ width: 480, height: 800 });
  await expectNoOverflow(page);
  await house.close();

  // Without an item that uses it, the first one is removed, too.
  await admin.publishItems([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(`${name} is removed`)).toBeVisible();
  await expect(card).toHaveCount(0);
});
