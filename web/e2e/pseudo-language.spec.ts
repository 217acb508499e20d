import type { Page } from "@playwright/test";
import { enterAs, expect, test } from "./house";

const WIDTHS = [390, 768, 1280];
/** A vowel with an accent: only texts of catalogues have one here. */
const ACCENT = "[áéíóúýÁÉÍÓÚ]";

const visitorPages = [
  "/",
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password?token=x",
  "/verify-email",
  "/verify-email?token=x",
  "/terms-of-service",
  "/points",
  "/leaderboard",
  "/leaderboard/points",
  "/challenges",
  "/points-shop",
  "/giveaways",
  "/bonus-hunts",
  "/rewards/wager",
  "/socials",
  "/fairness",
  "/fairness?game=giveaway",
  "/no/such/page",
];
const memberPages = [
  "/",
  "/account",
  "/statement",
  "/history",
  "/history?tab=shop",
  "/rewards/daily-calendar",
  "/games/dice",
  "/games/limbo",
  "/games/keno",
  "/games/mines",
  "/games/plinko",
  "/games/roulette",
  "/games/blackjack",
  "/slots/downunder-dawgs",
];

/** Pages of the panel that its navigation does not name. */
const panelTabs = [
  "/admin/accounts?q=nobody-has-this-name",
  "/admin/game-maintenance?tab=bets",
  "/admin/points-shop?tab=purchases",
  "/admin/no-such-page",
];

type WithCutter = { whatCuts: (text: DOMRect, from: Element) => string | null };

/** Gives the page a function that finds what cuts a part of a text: a box that hides what is outside, or the screen. */
function addCutter(): void {
  (window as unknown as WithCutter).whatCuts = (text, from) => {
    let canScrollX = false;
    let canScrollY = false;
    for (let box: Element | null = from; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      const [x, y] = [style.overflowX, style.overflowY];
      const area = box.getBoundingClientRect();
      // Only for screen readers.
      if (area.width <= 1 && area.height <= 1) return null;
      // Where a person can scroll, nothing is out of reach in that direction.
      if (/auto|scroll/.test(x)) canScrollX = true;
      if (/auto|scroll/.test(y)) canScrollY = true;
      const isOutX = !canScrollX && (text.left < area.left - 1 || text.right > area.right + 1);
      const isOutY = !canScrollY && (text.top < area.top - 2 || text.bottom > area.bottom + 2);
      if (/hidden|clip/.test(x) && isOutX) return box.outerHTML.slice(0, 90);
      if (/hidden|clip/.test(y) && isOutY) return box.outerHTML.slice(0, 90);
      if (/^(BUTTON|A|TD|TH|LABEL)$/.test(box.tagName) && style.display !== "inline" && isOutX)
        return `sticks out of ${box.outerHTML.slice(0, 90)}`;
      if (style.position === "fixed") break;
    }
    const width = document.documentElement.clientWidth;
    return !canScrollX && (text.left < -1 || text.right > width + 1) ? "the screen" : null;
  };
}

/** Texts of catalogues that are cut, or stick out of what they are in, with what cuts them. */
async function cutTexts(page: Page): Promise<string[]> {
  await page.evaluate(addCutter);
  return page.evaluate((accent) => {
    const cut: string[] = [];
    const marked = new RegExp(accent);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || !marked.test(node.textContent ?? "")) continue;
      if (element.closest(".sr-only, option, [inert], noscript, script, style") !== null) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 2 || rect.height < 2) continue;
        const by = (window as unknown as WithCutter).whatCuts(rect, element);
        if (by === null) continue;
        cut.push(`“${node.textContent?.trim().slice(0, 50)}” by ${by}`);
        break;
      }
    }
    return [...new Set(cut)];
  }, ACCENT);
}

async function expectNothingCut(page: Page, widths: readonly number[]): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  // While something loads, its texts are not there to be cut.
  await expect(page.locator("main .animate-shimmer")).toHaveCount(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .soft(async () => expect(await cutTexts(page), `${page.url()} at ${width}`).toEqual([]))
      .toPass({ timeout: 20_000 });
  }
}

test.describe.configure({ timeout: 300_000 });

test("no text of a visitor's page is cut in a longer language", async ({ page }) => {
  await page.goto("/");
  // Otherwise nothing here would be tested.
  await expect(page.locator("body")).toContainText(new RegExp(ACCENT));
  for (const path of visitorPages)
    await test.step(path, async () => {
      await page.goto(path);
      await expectNothingCut(page, WIDTHS);
    });
  // One hunt, from the list: its address is made by the demo content.
  await page.goto("/bonus-hunts");
  await page.locator('main a[href^="/bonus-hunts/"]:visible').first().click();
  await expect(page).toHaveURL(/\/bonus-hunts\/./);
  await expectNothingCut(page, WIDTHS);
});

test("no text of a member's page is cut in a longer language", async ({
  page,
  context,
  newcomer,
  admin,
}) => {
  await admin.givePoints(newcomer.id, 12_345);
  await enterAs(context, newcomer);
  for (const path of memberPages)
    await test.step(path, async () => {
      await page.goto(path);
      await expectNothingCut(page, WIDTHS);
    });
});

test("no text of the panel is cut in a longer language", async ({ page }) => {
  await page.goto("/admin");
  await page.locator("input[type=password]").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.keyboard.press("Enter");
  const links = page.getByRole("navigation").first().getByRole("link");
  await expect(links.nth(10)).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const pages = paths.filter((href) => href?.startsWith("/admin"));
  for (const path of [...pages, ...panelTabs])
    await test.step(path ?? "", async () => {
      await page.goto(path ?? "");
      await expectNothingCut(page, [1280]);
    });
});
