import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, test } from "./house";

/** The most points that anybody can hold. */
const MOST = 9_007_199_254_740_991;
const MOST_TEXT = "9,007,199,254,740,991";

type Change<Answer> = (answer: Answer) => void;

/** Lets an answer of the server pass with larger amounts in it. */
async function enlarge<Answer>(page: Page, path: string, change: Change<Answer>): Promise<void> {
  await page.route(path, async (route) => {
    const answer: Answer = await (await route.fetch()).json();
    change(answer);
    await route.fulfill({ json: answer });
  });
}

/** Amounts on the page that are cut, break in two or leave their card. */
function cutAmounts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const complaints: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (element?.checkVisibility({ visibilityProperty: true }) !== true) continue;
      // What only screen readers get is one pixel wide.
      if (element.getBoundingClientRect().width <= 1 || element.closest("time, svg")) continue;
      // Digits of a name or an address are no amount: those may break anywhere.
      const amounts = /(?<![\p{L}\d_@-])\d[\d,.]*\d[TBM]?(?![\p{L}\d_@-])/gu;
      for (const found of (node.textContent ?? "").matchAll(amounts)) {
        const range = document.createRange();
        range.setStart(node, found.index);
        range.setEnd(node, found.index + found[0].length);
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        const [first] = parts;
        if (first === undefined) continue;
        if (parts.some(({ top }) => Math.abs(top - first.top) > 1))
          complaints.push(`${found[0]} breaks`);
        const right = Math.max(...parts.map((part) => part.right));
        for (let outer: Element | null = element; outer !== null; outer = outer.parentElement) {
          const { overflowX, position, textOverflow } = getComputedStyle(outer);
          // A name that is too long ends in dots, and has the whole of it as its title.
          const isName = textOverflow === "ellipsis" && outer.hasAttribute("title");
          if (position === "fixed" || overflowX === "auto" || overflowX === "scroll") break;
          const isBound = overflowX !== "visible" || outer.matches(".surface, .well");
          if (isBound && !isName && right > outer.getBoundingClientRect().right + 1)
            complaints.push(`${found[0]} is cut`);
        }
      }
    }
    return complaints;
  });
}

async function expectWholeAmounts(page: Page): Promise<void> {
  expect(await cutAmounts(page)).toEqual([]);
  await expectNoOverflow(page);
}

test.describe("the largest amounts", () => {
  test.beforeEach(async ({ page, newcomer, context }) => {
    await enterAs(context, newcomer);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await enlarge<{ user: { points: number } }>(page, "**/api/auth/me", ({ user }) => {
      user.points = MOST;
    });
  });

  test("are in short in the top bar, and whole everywhere else", async ({ page, newcomer }) => {
    const balance = page.getByTestId("balance");
    const entry = { reason: "Added by an admin", createdAt: "2026-11-22T10:00:00Z" };
    await page.route("**/api/me/ledger*", (route) =>
      route.fulfill({
        json: {
          success: true,
          items: [{ ...entry, seq: 1, amount: -MOST, balanceAfter: MOST }],
          total: 1,
          page: 1,
          pages: 1,
        },
      }),
    );
    for (const path of ["/", "/statement", "/account", "/points-shop", "/giveaways"]) {
      await page.goto(path);
      await expect(balance).toContainText("9007T");
      await expect(balance).toContainText(MOST_TEXT);
      await expect(balance.getByTitle(`${MOST_TEXT} points`)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectWholeAmounts(page);
    }
    await page.goto("/");
    await expect(page.getByRole("main")).toContainText(MOST_TEXT);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(newcomer.username);
    await page.goto("/statement");
    await expect(page.getByRole("cell", { name: `−${MOST_TEXT}` }).first()).toBeVisible();
    await expectAccessible(page);
  });

  test("are in short on the boards, and names stay on one line", async ({ page }) => {
    const username = `Mm${"*".repeat(20)}WW`;
    await page.route("**/api/leaderboard/points/monthly", (route) =>
      route.fulfill({
        json: {
          success: true,
          cycle: "week",
          firstDay: "2026-11-30",
          lastDay: "2026-12-06",
          own: null,
          leaderboard: [MOST, 10_000_000_025, 9_999_999, 10].map((totalPoints) => ({
            username,
            totalPoints,
          })),
        },
      }),
    );
    await page.goto("/leaderboard/points");
    await expect(page.getByRole("row", { name: /10,000,000,025 points/ })).toContainText("10B");
    await expectWholeAmounts(page);
    await expectAccessible(page);
    const names = page.getByText(username, { exact: true });
    for (const name of await names.all())
      expect(await name.evaluate((element) => element.getClientRects().length)).toBe(1);
    const heights = await page
      .getByRole("row")
      .evaluateAll((rows) => rows.slice(1).map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(60);

    await enlarge<{ entries: { username: string; wagered: number }[] }>(
      page,
      "**/api/leaderboard/wager*",
      ({ entries }) => {
        for (const [index, entry] of entries.entries())
          Object.assign(entry, { username, wagered: 98_765_432_109.87 / (index + 1) ** 4 });
      },
    );
    await page.goto("/leaderboard");
    const row = page.getByRole("row", { name: /\$98,765,432,109\.87/ });
    await expect(row).toContainText("$98.76B");
    await expectWholeAmounts(page);
  });
});

test("the economy's figures stay on one line", { tag: ONCE }, async ({ page }) => {
  await enlarge<{ circulation: { points: number } }>(
    page,
    "**/api/admin/economy*",
    ({ circulation }) => {
      circulation.points = MOST;
    },
  );
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("link", { name: "Economy", exact: true }).click();
  await expect(page.getByText(MOST_TEXT)).toBeVisible();
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectWholeAmounts(page);
  }
});
