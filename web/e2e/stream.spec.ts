import type { Page } from "@playwright/test";
import { endGiveaway, enterByCall, openGiveaway } from "./giveaways";
import { expect, expectAccessible, ONCE, test } from "./house";

const scenes = ["intro", "challenges", "giveaways", "points", "signup"];

const plate = (page: Page) => page.locator("main");
/** The scene on show; another one may still be on its way out. */
const scene = (page: Page) => page.locator("section").last();
const headline = (page: Page) => scene(page).getByRole("heading", { level: 1 });

/** Opens the overlay with a clock that stands until the test moves it. */
async function open(page: Page): Promise<void> {
  await page.goto("/stream");
  await expect(plate(page)).toHaveAttribute("data-scene", "intro");
}

/** Lets 4 s pass, and expects the next scene. */
async function next(page: Page, name: string): Promise<void> {
  await page.clock.runFor(4_000);
  await expect(plate(page)).toHaveAttribute("data-scene", name);
}

async function siteName(page: Page): Promise<string> {
  const site: { name: string } = await (await page.request.get("/api/site")).json();
  return site.name;
}

test.use({ contextOptions: { reducedMotion: "no-preference" } });

// The overlay is for a canvas of its own size, never for a phone.
test.describe("on a clock that stands", { tag: ONCE }, () => {
  test.use({ serviceWorkers: "block" });

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
  });

  test("loops five scenes of 4 s on a transparent page without anything to click", async ({
    page,
  }) => {
    await open(page);
    await expect(headline(page)).toHaveText(await siteName(page));
    for (const name of [...scenes.slice(1), ...scenes]) {
      await page.clock.runFor(3_999);
      await expect(plate(page)).not.toHaveAttribute("data-scene", name);
      await page.clock.runFor(1);
      await expect(plate(page)).toHaveAttribute("data-scene", name);
      await expect(headline(page)).not.toBeEmpty();
    }
    const { grounds, focusable, particles } = await page.evaluate(() => ({
      grounds: [document.documentElement, document.body].map((element) => {
        const { backgroundColor, backgroundImage, colorScheme } = getComputedStyle(element);
        return [backgroundColor, backgroundImage, colorScheme].join(" ");
      }),
      focusable: document.querySelectorAll("a, button, input, select, [tabindex]").length,
      particles: document.querySelectorAll(".mote").length,
    }));
    expect(grounds).toEqual(["rgba(0, 0, 0, 0) none normal", "rgba(0, 0, 0, 0) none normal"]);
    expect(focusable).toBe(0);
    expect(particles).toBe(15);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    // The check has timers of its own.
    await page.clock.resume();
    await expectAccessible(page);
  });

  test("is never blank: it stands without a server, and takes over what it says later", async ({
    page,
  }) => {
    const name = await siteName(page);
    await page.route("**/api/**", (route) => route.abort());
    await open(page);
    for (const following of [...scenes.slice(1), "intro"]) {
      await expect(headline(page)).not.toBeEmpty();
      await next(page, following);
    }
    await expect(headline(page)).toHaveText("Join the community");

    await page.unroute("**/api/**");
    // Not longer than the longest wait between two tries.
    for (let second = 0; second < 30; second += 1) await page.clock.runFor(1_000);
    await expect(async () => {
      await page.clock.runFor(4_000);
      await expect(plate(page)).toHaveAttribute("data-scene", "intro", { timeout: 100 });
    }).toPass();
    await expect(headline(page)).toHaveText(name);

    // What it knew last time is there before any answer.
    await page.route("**/api/**", (route) => route.abort());
    await page.reload();
    await expect(headline(page)).toHaveText(name);
  });

  test("shows challenges as they are published", async ({ page, admin }) => {
    await admin.publishChallenges([]);
    const connected = page.waitForEvent("websocket").then((socket) =>
      // The server's word that the namespace is open; what is published now will be pushed.
      socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("40")),
    );
    await open(page);
    await connected;
    await next(page, "challenges");
    await expect(headline(page)).toHaveText("New ones soon");

    await admin.publishChallenges([
      {
        id: "901",
        title: "Gates of Olympus",
        provider: "Pragmatic Play",
        task: "Hit 500x",
        minBet: "$0.20",
        multiplier: "500x",
        reward: "$25",
        difficulty: "Hard",
        rewardPoints: null,
      },
    ]);
    await expect(headline(page)).toHaveText("1 open now");
    await expect(scene(page)).toContainText("Gates of Olympus500x · min $0.20$25");
    await expect(plate(page)).toHaveAttribute("data-scene", "challenges");
  });

  test("announces a draw at once for 12 s, whatever scene is on, and goes on", async ({
    page,
    request,
    newcomer,
  }) => {
    const drawn = await openGiveaway(request, { entryType: "free", entryCost: 0, prize: "A hat" });
    await enterByCall(request, newcomer, drawn, {
      entryType: "free",
      entryCost: 0,
      ticketCount: 1,
    });
    const connected = page.waitForEvent("websocket").then((socket) =>
      // The server's word that the namespace is open; what is drawn now will be pushed.
      socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("40")),
    );
    await open(page);
    await connected;
    await next(page, "challenges");
    await endGiveaway(request, drawn);
    await expect(plate(page)).toHaveAttribute("data-scene", "draw");
    await expect(scene(page)).toContainText("We have a winner");
    await expect(scene(page)).toContainText("A hat. Every draw can be checked.");
    await page.clock.runFor(11_999);
    await expect(plate(page)).toHaveAttribute("data-scene", "draw");
    await page.clock.runFor(1);
    await expect(plate(page)).toHaveAttribute("data-scene", "challenges");
    await next(page, "giveaways");
  });

  test("loads a new build between two scenes", async ({ page }) => {
    let isNew = false;
    await page.route("/stream", async (route) => {
      if (route.request().isNavigationRequest()) {
        isNew = false;
        return route.continue();
      }
      const answer = await route.fetch();
      const html = await answer.text();
      const body = isNew ? html.replaceAll('src="/assets/', 'src="/assets/new-') : html;
      return route.fulfill({ response: answer, body });
    });
    await open(page);
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    // The page asks each five minutes.
    await page.clock.runFor(299_000);
    expect(loads).toBe(0);
    isNew = true;
    await expect(async () => {
      await page.clock.runFor(1_000);
      expect(loads).toBe(1);
    }).toPass();
    await expect(plate(page)).toHaveAttribute("data-scene", "intro");
  });

  test("fits every canvas, with the longest that it may have to say", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await fillUp(page);
    for (const [width, height] of [
      [1920, 1080],
      [1280, 300],
      [400, 600],
      [600, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page);
      for (const name of [...scenes.slice(1), "intro"]) {
        await next(page, name);
        expect(await sticksOut(page), `${name} on ${width} x ${height}`).toEqual([]);
      }
    }
    // Specks of gold lie still where less motion is asked for.
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== 1).length,
    );
    expect(moving).toBe(0);
  });
});

test("opens while the server is away, once it has been open", { tag: ONCE }, async ({
  context,
}) => {
  // A page of the test's own: a socket that finds no network says so in the console.
  const page = await context.newPage();
  const name = await siteName(page);
  await page.goto("/stream");
  await expect(plate(page)).toContainText(name);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.goto("/stream");
  await expect(plate(page)).toContainText(name);
  // Other pages are none of its business.
  await expect(page.goto("/terms-of-service")).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
});

/** Answers as long as their limits allow. */
async function fillUp(page: Page): Promise<void> {
  const answers: Record<string, unknown> = {
    "/api/site": {
      success: true,
      name: "TheVeryLongStreamersName",
      promoCode: "W".repeat(24),
      casinoName: "The Grand Casino",
      timezone: "Australia/Sydney",
    },
    "/api/challenges": ["Gates of Olympus Super Scatter 1000", "Wwwwwwwwwwwwwwwwwwwwwwww", "X"].map(
      (title) => ({
        title,
        provider: "Pragmatic Play",
        reward: "100,000,000,000 points and a headset",
        minBet: "$100.00",
        multiplier: "100,000x",
        completed: false,
      }),
    ),
    "/api/giveaways": {
      success: true,
      giveaways: ["A signed wireless gaming headset in gold", "Cash", "Bonus buy"].map((title) => ({
        title,
        startTime: "2026-01-01T00:00:00Z",
        endTime: "2099-01-01T00:00:00Z",
        status: "active",
        entryType: "paid",
        entryCost: 1_000_000,
      })),
    },
    "/api/leaderboard/points/monthly": {
      success: true,
      leaderboard: ["W", "W", "W"].map((letter) => ({
        username: letter.repeat(24),
        totalPoints: 9_007_199_254_740_991,
      })),
    },
  };
  await page.route("**/api/**", (route) =>
    route.fulfill({ json: answers[new URL(route.request().url()).pathname] }),
  );
}

/** What of the scene lies outside the plate, and whether its words and what is beside them overlap. */
async function sticksOut(page: Page): Promise<readonly string[]> {
  const boxes = await page.evaluate(async () => {
    await Promise.all(
      document.getAnimations().map((animation) => animation.finished.catch(() => undefined)),
    );
    const all = [...document.querySelectorAll("main, section:last-of-type *")];
    // What a scene leaves out has no box.
    const shown = all.filter((element) => element.getClientRects().length > 0);
    return shown.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const name = element.getAttribute("class") ?? element.tagName;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const isCut =
        element.matches(".letters, .amount, .address, .note") &&
        (scrollWidth > clientWidth || scrollHeight > clientHeight);
      return { name, left, right, top, bottom, isCut };
    });
  });
  const [outer, ...inner] = boxes;
  if (outer === undefined) return ["There is no plate."];
  const complaints = inner.flatMap((box) =>
    !box.isCut &&
    box.left >= outer.left - 1 &&
    box.right <= outer.right + 1 &&
    box.top >= outer.top - 1 &&
    box.bottom <= outer.bottom + 1
      ? []
      : [`${box.name} is ${box.isCut ? "cut" : "outside"}`],
  );
  const words = inner.find(({ name }) => name === "words");
  const side = inner.find(({ name }) => name.startsWith("side"));
  const overlap =
    words !== undefined &&
    side !== undefined &&
    words.right > side.left + 1 &&
    words.bottom > side.top + 1;
  return overlap ? [...complaints, "words and side overlap"] : complaints;
}
