import type { Page } from "@playwright/test";
import type { RegisteredRouter } from "@tanstack/react-router";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, PASSWORD, test } from "./house";

/** Where a page is looked through: here, or in the spec that goes through all of its states. */
type Place = "as a visitor" | "as a member" | `${string}.spec.ts`;

/** The panel's own spec goes through its pages by the list of its sidebar. */
type Panel = "/admin" | "/docs" | `/${"admin" | "docs"}/${string}`;
type Route = Exclude<keyof RegisteredRouter["routesByPath"], "" | "/$" | "/kit" | Panel>;
/** The overlay is a page of its own, which the router does not know. */
type Address = Route | "/stream";

/** Every address of the site; a route that is added needs a line here. */
const pages: Record<Address, Place> = {
  "/": "as a visitor",
  "/login": "as a visitor",
  "/signup": "as a visitor",
  "/forgot-password": "as a visitor",
  "/reset-password": "as a visitor",
  "/verify-email": "as a visitor",
  "/terms-of-service": "as a visitor",
  "/bonus-hunts": "hunts.spec.ts",
  "/bonus-hunts/$id": "hunts.spec.ts",
  "/account": "as a member",
  "/statement": "members.spec.ts",
  "/history": "history.spec.ts",
  "/leaderboard": "leaderboard.spec.ts",
  "/leaderboard/points": "members.spec.ts",
  "/rewards/daily-calendar": "members.spec.ts",
  "/points": "public-pages.spec.ts",
  "/rewards/wager": "public-pages.spec.ts",
  "/challenges": "public-pages.spec.ts",
  "/socials": "public-pages.spec.ts",
  "/points-shop": "shop.spec.ts",
  "/giveaways": "giveaways.spec.ts",
  "/fairness": "games/fairness.spec.ts",
  "/games/dice": "games/game-pages.spec.ts",
  "/games/mines": "games/game-pages.spec.ts",
  "/games/blackjack": "games/game-pages.spec.ts",
  "/games/keno": "games/game-pages.spec.ts",
  "/games/limbo": "games/game-pages.spec.ts",
  "/games/plinko": "games/game-pages.spec.ts",
  "/games/roulette": "games/game-pages.spec.ts",
  "/slots/downunder-dawgs": "games/game-pages.spec.ts",
  "/setup": "setup.spec.ts",
  "/stream": "stream.spec.ts",
};

/** Opens a page with a heading, without anything to complain about. */
async function expectGood(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
}

const placed = (place: Place): string[] =>
  Object.entries(pages).flatMap(([path, where]) => (where === place ? [path] : []));

test("a visitor's pages are accessible and fit the screen", async ({ page }) => {
  for (const path of placed("as a visitor")) await test.step(path, () => expectGood(page, path));
  // The link of a letter.
  await expectGood(page, "/reset-password?token=x");
});

test("a member's pages are accessible and fit the screen", async ({ page, context, newcomer }) => {
  await enterAs(context, newcomer);
  for (const path of ["/", ...placed("as a member")])
    await test.step(path, () => expectGood(page, path));
});

test("an address that leads nowhere says so", async ({ page }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no page here");
  await expectAccessible(page);
});

test("guests are asked to log in for a game, members are sent on from login", async ({
  page,
  context,
  newcomer,
}) => {
  await page.goto("/games/dice");
  await expect(page).toHaveURL(/\/login\?redirect=%2Fgames%2Fdice$/);
  await enterAs(context, newcomer);
  await page.goto("/login?redirect=%2Fterms-of-service");
  await expect(page).toHaveURL("/terms-of-service");
  await page.goto("/login?redirect=https%3A%2F%2Fexample.com%2F");
  await expect(page).toHaveURL("/");
});

test("a wrong password is refused in the server's words", async ({ page, newcomer }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong-password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await expectAccessible(page);
});

test("a taken address and a taken name are named at their fields", async ({ page, newcomer }) => {
  await page.goto("/signup");
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Email").blur();
  await expect(page.getByText("This email is already registered")).toBeVisible();
  await page.getByLabel("Email").fill(`other-${newcomer.email}`);
  await page.getByLabel("Username").fill(newcomer.username.toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("checkbox", { name: /^I agree/ }).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This username is already taken")).toBeVisible();
  await expectAccessible(page);
});

test("a session the server no longer accepts ends", { tag: ONCE }, async ({
  page,
  context,
  newcomer,
}) => {
  await enterAs(context, { ...newcomer, token: newcomer.token });
  await page.route("**/api/auth/me", (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, error: "unauthorized", message: "Please log in" },
    }),
  );
  await page.goto("/games/dice");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByText("Your session has ended. Please log in again.")).toBeVisible();
});

test("every destination is in the menu", async ({ page, isMobile }) => {
  await page.goto("/");
  if (isMobile) await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  for (const group of ["Leaderboard", "Rewards", "House Games"]) {
    const button = menu.getByRole("button", { name: group });
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
  }
  const site: { leaderboardBadge: string; watchLiveUrl: string } = await (
    await page.request.get("/api/site")
  ).json();
  await expect(menu.getByRole("button", { name: "Leaderboard" })).toContainText(
    site.leaderboardBadge,
  );
  if (site.watchLiveUrl !== "")
    await expect(menu.getByRole("link", { name: /^Watch Live/ })).toHaveAttribute(
      "href",
      site.watchLiveUrl,
    );
  await expectAccessible(page);
  await menu.getByRole("link", { name: "Daily Calendar" }).click();
  await expect(page).toHaveURL("/rewards/daily-calendar");
  if (isMobile) await expect(menu).toBeHidden();
  else await expect(menu.getByRole("link", { name: "Roulette" })).toBeVisible();
});

test("no bar covers the button of login or sign-up", async ({ page, isMobile }) => {
  test.skip(!isMobile, "Wide screens have no bar at their foot.");
  for (const [path, name] of [
    ["/login", "Log in"],
    ["/signup", "Create account"],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole("main").getByRole("button", { name, exact: true });
    const bar = page.getByRole("navigation", { name: "Quick" });
    await expect(bar).toBeAttached();
    await button.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await expect(button).toBeInViewport({ ratio: 1 });
    const [lower, upper] = [await button.boundingBox(), await bar.boundingBox()];
    expect((lower?.y ?? 0) + (lower?.height ?? 0)).toBeLessThanOrEqual(upper?.y ?? 0);
  }
});

test("going to a page starts at its top", { tag: ONCE }, async ({ page }) => {
  await page.goto("/");
  // The page grows as its parts arrive, so one look for the footer may be too early.
  const scrolled = async () => {
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    return page.evaluate(() => window.scrollY);
  };
  await expect.poll(scrolled).toBeGreaterThan(0);
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
  await expect(page).toHaveURL("/terms-of-service");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("the first page needs no call for what the site is called", async ({ page }) => {
  await page.route("**/api/site", (route) => route.abort("connectionrefused"));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pointhouse");
  await expect(page).toHaveTitle("Pointhouse");
  await expectAccessible(page);
});
