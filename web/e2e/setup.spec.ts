import { visit } from "./giveaways";
import { expect, test } from "./house";

test("a site with an owner cannot be set up again", async ({ page, request }) => {
  await visit(page, "/setup#some-code");
  await expect(page.getByRole("heading", { name: "This site is already set up" })).toBeVisible();
  await expect(page).toHaveURL(/\/setup$/);
  const order = { password: "another password", siteName: "Mine", accent: "#ffffff" };
  const data = { ...order, code: "some-code", timezone: "UTC" };
  expect((await request.post("/api/setup", { data })).status()).toBe(404);
});
