import { expect, expectAccessible, expectNoOverflow, test } from "./house";

test("the documents open after the panel's login, with anchors and examples to copy", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Without a login the panel asks for one, and the document follows at its own address.
  await page.goto("/docs/backup#restore");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Admin panel");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(title).toHaveText("Backups");
  await expect(page.getByRole("heading", { name: "Restore", exact: true })).toBeFocused();
  const menu = page.getByRole("navigation", { name: "Documents" });
  await expect(menu.getByRole("link", { name: "Backups" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Copy the example" }).first().press("Enter");
  await expect(page.getByText("Copied the example")).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("pointhouse backup");

  await page.getByRole("link", { name: "Move to another machine" }).first().press("Enter");
  await expect(page).toHaveURL(/\/docs\/backup#move-to-another-machine$/);
  await expect(page.getByRole("heading", { name: "Move to another machine" })).toBeFocused();
  // To a heading of another document.
  await page.getByRole("article").getByRole("link", { name: "unit" }).first().press("Enter");
  await expect(title).toHaveText("Operating a site");
  await expect(page.getByRole("heading", { name: "systemd", exact: true })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Documents" }).press("Enter");
  await expectAccessible(page);
  await menu.getByRole("link", { name: "API reference" }).press("Enter");
  await expect(title).toHaveText("API reference");
  await expect(
    page.getByRole("heading", { name: "POST /api/auth/login", exact: true }),
  ).toBeAttached();
  await expectNoOverflow(page);
  await page.goto("/docs/nothing");
  await expect(title).toHaveText("No such document");
});
