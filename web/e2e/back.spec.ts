import { enterAs, expect, ONCE, test } from "./house";

test("Back closes a sheet, and leaves the page when it is closed", { tag: ONCE }, async ({
  page,
  context,
  newcomer,
}) => {
  await enterAs(context, newcomer);
  await page.goto("/socials");
  await page.goto("/games/dice");
  const sheet = page.getByRole("dialog");
  const open = page.getByRole("button", { name: "Fairness", exact: true });

  await open.click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/games/dice");
  // Forward does not open it again, and costs no Back.
  await page.goForward();
  await expect(page).toHaveURL("/games/dice");
  await expect(sheet).toBeHidden();

  await open.click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  // A link in a sheet leads on, and back to the page below the sheet.
  await open.click();
  await sheet.getByRole("tab", { name: "How it works" }).click();
  await sheet.getByRole("link", { name: /^All odds/ }).click();
  await expect(page).not.toHaveURL("/games/dice");
  // The address changes first; the sheet goes with its page when the linked one has loaded.
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/games/dice");
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/socials");
});

test("a reload with a sheet open costs no Back", { tag: ONCE }, async ({
  page,
  context,
  newcomer,
}) => {
  await enterAs(context, newcomer);
  await page.goto("/socials");
  await page.goto("/games/dice");
  const sheet = page.getByRole("dialog");
  await page.getByRole("button", { name: "Fairness", exact: true }).click();
  await expect(sheet).toBeVisible();
  await page.reload();
  await expect(sheet).toBeHidden();
  // The entry of the sheet is removed once the page has loaded.
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBeUndefined();
  await expect(page).toHaveURL("/games/dice");
  await page.goBack();
  await expect(page).toHaveURL("/socials");
});

test("the menu of a phone is closed by Back, and its links are entries of their own", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "Wide screens have the sidebar.");
  await page.goto("/");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL("/");

  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "Socials" }).click();
  await expect(page).toHaveURL("/socials");
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(menu).toBeHidden();
});
