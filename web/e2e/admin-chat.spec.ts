import { expect, expectAccessible, expectNoOverflow, test } from "./house";

test("a site without an app at Kick says what to do", async ({ page, isMobile }) => {
  test.skip(isMobile, "Phones are sent away.");
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Not set up yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings, Chat" })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 480, height: 800 });
  await expectNoOverflow(page);
});
