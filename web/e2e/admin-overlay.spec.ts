import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, test } from "./house";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones are sent away from the panel."));

async function enter(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

test("first steps lead to the overlay, which is ticked once broadcast software has loaded it", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(7);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await steps.getByRole("link", { name: "Show the overlay" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Stream Overlay" })).toBeVisible();
  await expect(page.getByText("Not loaded by OBS yet")).toBeVisible();

  // The overlay itself is in the frame, and follows the size.
  const frame = page.locator("iframe");
  await frame.scrollIntoViewIfNeeded();
  const plate = page.frameLocator("iframe").locator("main");
  await expect(plate).toHaveAttribute("data-shape", "wide");
  await expect(plate.getByRole("heading", { level: 1 }).last()).not.toBeEmpty();
  await page.getByRole("radio", { name: "Column" }).press("Space");
  await expect(plate).toHaveAttribute("data-shape", "upright");
  await expect(page.getByText("Enter 480 as width and 750 as height.")).toBeVisible();
  const sizes = await frame.evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    const parent = element.parentElement?.getBoundingClientRect();
    return [width - (parent?.width ?? 0), height - (parent?.height ?? 0)].map(Math.abs);
  });
  // But for the border.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Copy Address" }).press("Enter");
  await expect(page.getByText("Copied Address")).toBeAttached();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(address).pathname).toBe("/stream");

  const loaded = await request.get(address, { headers: { "User-Agent": "Mozilla/5.0 OBS/30.1" } });
  expect(loaded.status()).toBe(200);
  // The window is looked at again.
  const look = () => page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await expect(async () => {
    await look();
    await expect(page.getByText("OBS has loaded the overlay")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  const step = steps.getByRole("listitem").filter({ hasText: "Add the overlay to OBS" });
  await expect(step).toHaveText("Done: Add the overlay to OBS");
});
