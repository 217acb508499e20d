import { enterAs, expect, expectAccessible, ONCE, test } from "./house";

// The server of these tests has no app at Kick: kick-signup.spec.ts has one.

test("a site without the chat offers nothing of it", { tag: ONCE }, async ({ page, newcomer }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(page.getByText("Sign in with Kick")).toHaveCount(0);

  await enterAs(page.context(), newcomer);
  await page.goto("/account");
  await expect(page.getByText("Chat commands are not set up on this site.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Kick Account" })).toHaveCount(0);
});

test("a visit to Kick that came to nothing shows a notice, once", async ({ page }) => {
  await page.goto("/login?kick=unlinked&redirect=%2Fpoints-shop");
  const notice = page.getByText("This Kick account was linked only through the chat");
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL("/login?redirect=%2Fpoints-shop");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
