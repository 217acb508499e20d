import type { BrowserContext, Page, Route } from "@playwright/test";
import { enterAs, expect, ONCE, test } from "./house";

type Part = { text: string; x: number; y: number; width: number; height: number };

/** The heading of the page and the paragraph after it: text and place. */
const findHead = (page: Page): Promise<Part[]> =>
  page.evaluate(() => {
    const heading = document.querySelector("h1");
    const lead = heading?.nextElementSibling;
    return [heading, lead].flatMap((element) => {
      if (!(element instanceof HTMLElement) || !/^(H1|P)$/.test(element.tagName)) return [];
      // The text, because a box may be wider than what is in it.
      const range = document.createRange();
      range.selectNodeContents(element);
      const { x, y, width, height } = range.getBoundingClientRect();
      return [{ text: element.innerText, x, y, width, height }];
    });
  });

/** The frame of a document: the scripts of the page are never answered. */
async function frameOf(context: BrowserContext, path: string): Promise<Part[]> {
  const page = await context.newPage();
  await page.route(/\.js$/, () => undefined);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByText("Loading the page")).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  const head = await findHead(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.close();
  return head;
}

/** The page itself, and how far its parts have moved on the way. */
async function pageOf(context: BrowserContext, path: string) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) shifts.sum += Reflect.get(shift, "value");
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(path);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  const head = await findHead(page);
  const shift = await page.evaluate(() => Reflect.get(window, "shifts").sum);
  await page.close();
  return { head, shift };
}

const paths = [
  "/",
  "/giveaways",
  "/points-shop",
  "/challenges",
  "/fairness",
  "/leaderboard",
  "/leaderboard/points",
  "/points",
  "/rewards/daily-calendar",
  "/rewards/wager",
  "/socials",
  "/bonus-hunts",
  "/terms-of-service",
];
const memberPaths = [
  "/games/dice",
  "/games/limbo",
  "/games/mines",
  "/games/blackjack",
  "/games/keno",
  "/games/roulette",
  "/games/plinko",
  "/slots/downunder-dawgs",
  "/statement",
  "/history",
];

/** Those of them that are looked at on a wide screen, where the others have the same places. */
const wideMemberPaths = new Set(["/games/dice", "/slots/downunder-dawgs", "/statement"]);

/** Where nothing below the head moves either. */
const still = new Set(["/", "/giveaways", "/games/dice"]);

for (const width of [390, 1280])
  test(`at ${width} px the head in the document is in the place of the page's own`, {
    tag: ONCE,
  }, async ({ browser, newcomer, admin }) => {
    test.setTimeout(300_000);
    // A member without points gets offers above the bet.
    await admin.givePoints(newcomer.id, 100);
    const viewport = { width, height: width === 390 ? 844 : 800 };
    const guest = await browser.newContext({ viewport });
    const member = await browser.newContext({ viewport });
    await enterAs(member, newcomer);
    const visits = [
      ...paths.map((path) => [guest, path] as const),
      ...memberPaths
        .filter((path) => width === 390 || wideMemberPaths.has(path))
        .map((path) => [member, path] as const),
    ];
    for (const [context, path] of visits)
      await test.step(path, async () => {
        const frame = await frameOf(context, path);
        const { head, shift } = await pageOf(context, path);
        expect.soft(frame.length, path).toBeGreaterThan(0);
        expect.soft(head.map(rounded), path).toEqual(frame.map(rounded));
        if (still.has(path)) expect.soft(shift, `${path} moves`).toBeLessThan(0.02);
      });
    await guest.close();
    await member.close();
  });

/** Browsers lay out in parts of a pixel. */
const rounded = ({ text, ...box }: Part) => ({
  text,
  ...Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Math.round(value)])),
});

/** When the largest text of the page was painted, each time that it grew. */
const findPaints = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, "paints").length);

for (const path of ["/", "/giveaways"])
  test(`the first text of ${path} is painted once, before its font and the scripts`, {
    tag: ONCE,
  }, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const paints: PerformanceEntry[] = [];
      Object.assign(window, { paints });
      new PerformanceObserver((list) => void paints.push(...list.getEntries())).observe({
        type: "largest-contentful-paint",
        buffered: true,
      });
    });
    const held: Route[] = [];
    let isPainted = false;
    await page.route(/\.(js|woff2)$/, (route) =>
      isPainted ? route.continue() : void held.push(route),
    );
    await page.goto(path, { waitUntil: "commit" });
    await expect.poll(() => findPaints(page)).toBe(1);
    isPainted = true;
    await Promise.all(held.map((route) => route.continue()));
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    expect(await findPaints(page)).toBe(1);
    await context.close();
  });
