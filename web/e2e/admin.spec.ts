import type { APIRequestContext, Page } from "@playwright/test";
import {
  enterAs,
  expect,
  expectAccessible,
  expectNoOverflow,
  freshName,
  type Newcomer,
  ONCE,
  test,
} from "./house";

const PASSWORD = process.env.POINTHOUSE_ADMIN_PASSWORD ?? "";

/** Through the gate by hand, as an admin comes in. */
async function logIn(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(PASSWORD);
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

/** A member asks for a name at the casino. */
async function askForName(request: APIRequestContext, member: Newcomer): Promise<string> {
  const name = freshName();
  const answer = await request.put("/api/auth/update-gaming", {
    headers: { Authorization: `Bearer ${member.token}` },
    data: { rainbetUsername: name },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return name;
}

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Admin" });

test("phones open the page for the stream; other pages say that they need a PC", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "Computers have a test of their own.");
  await page.goto("/admin/stream");
  await page.getByLabel("Admin password").fill(PASSWORD);
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stream");
  await expect(page).toHaveURL(/\/admin\/stream$/);
  await expect(page.getByRole("region", { name: "Games" }).getByRole("switch")).toHaveCount(8);
  await expectAccessible(page);
  await expectNoOverflow(page);
  // The parts are a press away, wherever the page stands.
  const parts = page.getByRole("navigation", { name: "Parts of this page" });
  for (const name of ["Line on the overlay", "Points", "Giveaway"]) {
    await parts.getByRole("button", { name }).tap();
    await expect(page.getByRole("region", { name, exact: true })).toBeFocused();
    await expect(page.getByRole("heading", { name, exact: true })).toBeInViewport();
    await expect(parts).toBeInViewport();
  }
  const keno = page.getByRole("switch", { name: "Keno is open" });
  await keno.tap();
  await expect(keno).not.toBeChecked();
  // A second tap soon after the first would be a double tap, which counts once; a key is always a press of its own.
  await expect(keno).not.toHaveAttribute("aria-busy", "true");
  await keno.press("Space");
  await expect(keno).toBeChecked();

  await page.goto("/admin/accounts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Please open the admin panel on a PC",
  );
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("link", { name: "Stream" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stream");
});

// Phones are sent away.
test.describe("on a computer", { tag: ONCE }, () => {
  test("the sidebar breaks no word of the site's name", async ({ page }) => {
    await page.route("**/api/site", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), name: "Moonwombat" } });
    });
    await logIn(page);
    const name = page.locator("aside").getByText("Moonwombat", { exact: true });
    await expect(name).toBeVisible();
    // One word on one line, and as large as it is written elsewhere.
    const { lines, size } = await name.evaluate((shown) => {
      const range = document.createRange();
      range.selectNodeContents(shown);
      return { lines: range.getClientRects().length, size: getComputedStyle(shown).fontSize };
    });
    expect([lines, size]).toEqual([1, "16px"]);
  });

  test("the gate lets in whoever knows the password, and nobody else", async ({ page }) => {
    await page.goto("/admin/gaming-approvals");
    await expect(page).toHaveURL("/admin");
    const field = page.getByLabel("Admin password");
    await expect(page.getByRole("button", { name: "Enter" })).toBeDisabled();
    await expectAccessible(page);
    await field.fill("not it");
    await field.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Invalid password. Access denied.");
    await expect(field).toHaveValue("");
    await expect(field).toBeFocused();
    await expectAccessible(page);

    await field.fill(PASSWORD);
    await field.press("Enter");
    // The page that was asked for.
    await expect(page).toHaveURL("/admin/gaming-approvals");
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toHaveCount(0);

    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/admin/game-maintenance");
    await expect(page).toHaveURL("/admin");
    // It is asked for over a reload of the gate, too.
    await page.reload();
    await field.fill(PASSWORD);
    await field.press("Enter");
    await expect(page).toHaveURL("/admin/game-maintenance");
  });

  // In parts, because each page of the panel takes seconds on a busy machine.
  const PARTS = 4;
  for (let part = 0; part < PARTS; part += 1)
    test(`every page of the sidebar is accessible and fits the window: ${part + 1} of ${PARTS}`, async ({
      page,
    }) => {
      await logIn(page);
      const links = await sidebar(page)
        .getByRole("link")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      expect(links).toHaveLength(17);
      for (const path of links.filter((_, index) => index % PARTS === part))
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await page.waitForLoadState("networkidle");
          await expect(page).toHaveURL(path);
          await expectAccessible(page);
          await expectNoOverflow(page);
        });
    });

  test("a narrow window keeps the sidebar behind a button", async ({ page }) => {
    await logIn(page);
    await page.setViewportSize({ width: 700, height: 800 });
    await expect(sidebar(page)).toBeHidden();
    await expectNoOverflow(page);
    await page.getByRole("button", { name: "Open the menu" }).click();
    await expect(sidebar(page)).toBeVisible();
    await expectAccessible(page);
    await sidebar(page).getByRole("link", { name: "Game Maintenance" }).click();
    await expect(page).toHaveURL("/admin/game-maintenance");
    await expect(sidebar(page)).toBeHidden();
    await expectNoOverflow(page);
  });

  test("a game that is switched off is covered on a member's open page", async ({
    page,
    browser,
    admin,
    newcomer,
  }) => {
    await admin.switchAllGames(true);
    const house = await browser.newContext();
    await enterAs(house, newcomer);
    const game = await house.newPage();
    await game.goto("/games/keno");
    await expect(game.getByRole("heading", { level: 1 })).toBeVisible();

    await logIn(page);
    await page.goto("/admin/game-maintenance");
    await page.getByRole("button", { name: "Disable Keno" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Disable Keno" }).click();
    const keno = page.getByRole("main").getByRole("listitem").filter({ hasText: "Keno" });
    await expect(keno).toContainText("OFFLINE");
    const cover = game.getByRole("heading", { name: "Keno Under Maintenance" });
    await expect(cover).toBeVisible();

    // Somebody else turns it on again: that is pushed to the panel, too.
    await admin.switchGame("keno", true);
    await expect(keno).toContainText("ONLINE");
    await expect(cover).toBeHidden();
    await house.close();
  });

  test("a name comes by push, and is approved", async ({ page, request, newcomer }) => {
    await logIn(page);
    await page.goto("/admin/gaming-approvals");
    await expect(page.getByRole("tab", { name: /^Pending/ })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const name = await askForName(request, newcomer);
    const approve = page.getByRole("button", { name: `Approve ${name}` });
    await expect(approve).toBeVisible();
    await expect(sidebar(page).getByRole("link", { name: /^Gaming Approvals/ })).toContainText(
      "pending",
    );
    await expectAccessible(page);
    await approve.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect(approve).toBeHidden();
    await page.getByRole("textbox", { name: "Search the names" }).fill(name);
    await page.getByRole("tab", { name: "Approved (1)" }).click();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(page.getByText("1 request found")).toBeVisible();
  });

  test("the latest bets are listed", async ({ page, request, admin, newcomer }) => {
    await admin.switchAllGames(true);
    await admin.givePoints(newcomer.id, 50);
    await logIn(page);
    await page.goto("/admin/game-maintenance?tab=bets");
    const bet = await request.post("/api/games/dice/bet", {
      headers: { Authorization: `Bearer ${newcomer.token}` },
      data: { bet: 7, target: 50, direction: "under" },
    });
    expect(bet.status(), await bet.text()).toBe(200);
    await expect(page.getByRole("row").filter({ hasText: newcomer.username })).toContainText(
      /Dice.*7/,
    );
    await expectAccessible(page);
  });
});
