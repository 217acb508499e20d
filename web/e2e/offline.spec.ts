import { enterAs, expect, test } from "./house";

test("a link that needs code stays on the page while offline, and opens when back", async ({
  page,
  context,
  isMobile,
}) => {
  await page.goto("/");
  await expect(page.getByRole("contentinfo")).toBeAttached();
  await page.waitForLoadState("networkidle");
  const link = isMobile
    ? page.getByRole("navigation", { name: "Quick" }).getByRole("link", { name: "Giveaways" })
    : page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Giveaways" });

  await context.setOffline(true);
  await expect(page.getByText("You're offline", { exact: true })).toBeVisible();
  await link.click();
  await expect(page.getByText(/^You're offline\. The page opens/)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await context.setOffline(false);
  await expect(page).toHaveURL(/\/giveaways$/);
  await expect(page.getByRole("heading", { level: 1, name: "Giveaways" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test("a part of the page whose code is cut off leaves the rest, and comes when the browser is back", async ({
  page,
  context,
  isMobile,
  newcomer,
}) => {
  await enterAs(context, newcomer);
  const [file, name] = isMobile ? ["BottomBar", "Quick"] : ["NavigationList", "Main"];
  let isCut = false;
  await page.route(`**/assets/${file}-*.js`, async (route) => {
    if (isCut) return route.continue();
    isCut = true;
    await context.setOffline(true);
    return route.abort("internetdisconnected");
  });
  await page.goto("/account");
  await expect(page.getByText("You're offline", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: newcomer.username })).toBeVisible();
  await expect(page.getByRole("navigation", { name })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole("navigation", { name })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: newcomer.username })).toBeVisible();
});
