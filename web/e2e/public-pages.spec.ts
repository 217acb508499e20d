import { enterAs, expect, expectAccessible, expectNoOverflow, test } from "./house";

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#456"/></svg>';

const challenge = (id: string, title: string, difficulty: string, more: object = {}) => ({
  id,
  title,
  provider: "Pragmatic Play",
  task: "Hit 500x",
  minBet: "$0.20",
  multiplier: "500x",
  reward: "$25",
  difficulty,
  rewardPoints: null,
  ...more,
});

const published = [
  challenge("901", "Gates of Olympus", "Hard", { image: "https://pictures.example/gates.svg" }),
  challenge("902", "Sugar Rush", "Easy", { image: "https://pictures.example/missing.png" }),
  challenge("903", "Mental", "Extreme", { rewardPoints: 2500 }),
  challenge("904", "Le Bandit", "Medium", { completed: true }),
];

test.beforeEach(async ({ page, admin }) => {
  await page.route("https://pictures.example/**", (route) =>
    route.request().url().endsWith(".svg")
      ? route.fulfill({ contentType: "image/svg+xml", body: picture })
      : route.fulfill({ status: 404 }),
  );
  await admin.publishChallenges([]);
});

test("challenges appear while the page is open, and can be sorted", async ({ page, admin }) => {
  const connected = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived"));
  await page.goto("/challenges");
  await expect(page.getByText("No Challenges Available")).toBeVisible();
  await connected;
  await expectAccessible(page);

  // Nothing on the page asks again by itself: what comes now has been pushed.
  await admin.publishChallenges(published);
  await expect(page.getByRole("region", { name: "Available 3" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Completed 1" })).toBeVisible();
  const toast = page.getByText("Challenges updated!");
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(toast).toBeHidden();
  await expectAccessible(page);
  await expectNoOverflow(page);

  const titles = page
    .getByRole("region", { name: "Available 3" })
    .getByRole("heading", { level: 3 });
  await expect(titles).toHaveText(["Gates of Olympus", "Sugar Rush", "Mental"]);
  await page.getByRole("radio", { name: "Easiest to Hardest" }).check();
  await expect(titles).toHaveText(["Sugar Rush", "Gates of Olympus", "Mental"]);
  await page.getByRole("radio", { name: "Hardest to Easiest" }).check();
  await expect(titles).toHaveText(["Mental", "Gates of Olympus", "Sugar Rush"]);
  await page.reload();
  await expect(titles).toHaveText(["Mental", "Gates of Olympus", "Sugar Rush"]);
});

test("a picture that is missing leaves its place to the house's own", async ({ page, admin }) => {
  await admin.publishChallenges(published);
  await page.goto("/challenges");
  const cards = page.getByRole("article");
  await expect(cards.nth(0).locator("img")).toHaveCSS("opacity", "1");
  await cards.nth(1).scrollIntoViewIfNeeded();
  await expect(cards.nth(1).locator("img")).toHaveCount(0);
  const [shown, fallback] = await Promise.all(
    [0, 1].map((card) => cards.nth(card).locator(".aspect-video").boundingBox()),
  );
  expect(shown?.height).toBeGreaterThan(100);
  expect(fallback?.height).toBe(shown?.height);
});

test("a challenge is claimed in the chat, and says when it has been done", async ({
  page,
  admin,
}) => {
  await admin.publishChallenges(published);
  const list: { id: string; title: string; completed: boolean }[] = await (
    await page.request.get("/api/challenges")
  ).json();
  const number = list.find(({ title }) => title === "Mental")?.id;
  const site: { links: { kind: string; label: string; url: string }[] } = await (
    await page.request.get("/api/site")
  ).json();
  const chat = site.links.find(({ kind }) => kind === "discord");

  await page.goto("/challenges");
  await page.getByRole("button", { name: "Claim: Mental" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Mental" });
  await expect(dialog).toContainText(`Mention the challenge number #${number}`);
  await expect(dialog).toContainText("24-48 hours");
  await expect(dialog.getByRole("link", { name: `Join ${chat?.label}` })).toHaveAttribute(
    "href",
    chat?.url ?? "",
  );
  await expectAccessible(page);
  await expectNoOverflow(page);

  await admin.publishChallenges(
    list.map((one) => Object.assign(one, one.title === "Mental" && { completed: true })),
  );
  const done = page.getByRole("dialog", { name: "Challenge completed!" });
  await expect(done).toContainText(`Mental (#${number}) has been successfully completed`);
  await expectAccessible(page);
  await done.getByRole("button", { name: "Done" }).click();
  await expect(done).toBeHidden();
  await expect(page.getByRole("region", { name: "Completed 2" })).toContainText("Mental");
});

test("a failed load is an error with another try", async ({ page, admin }) => {
  await admin.publishChallenges(published);
  await page.route("**/api/challenges", (route) =>
    route.fulfill({ status: 429, json: { success: false, error: "busy", message: "Too many" } }),
  );
  await page.goto("/challenges");
  await expect(page.getByRole("alert")).toContainText("The challenges could not be loaded");
  await expectAccessible(page);
  await page.unroute("**/api/challenges");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("region", { name: "Available 3" })).toBeVisible();
});

test("the home page counts to the figures of the site, and its promo code can be copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const site: { promoCode: string; counters: { winnings: number; members: number } } = await (
    await page.request.get("/api/site")
  ).json();
  await page.goto("/");
  const figures = page.getByRole("region", { name: "The community in figures" });
  await figures.scrollIntoViewIfNeeded();
  // Both texts of a figure, the one that runs and the one that is read out, say the same at the end.
  const text = `$${site.counters.winnings.toLocaleString("en-US")}`;
  await expect(figures.getByText(text)).toHaveCount(2);
  await page.getByRole("button", { name: "Copy promo code" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(site.promoCode);
  const cards = page.getByRole("region", { name: "What you can do here" }).getByRole("link");
  await expect(cards).toHaveCount(4);
});

test("the promo code and its button are in the home page's first screen", async ({
  page,
  context,
  newcomer,
  isMobile,
}) => {
  await page.goto("/");
  const promo = page.getByRole("region", { name: /^Play at/ });
  const sizes = isMobile ? [null] : [null, { width: 1366, height: 768 }];
  const expectInScreen = async () => {
    for (const part of [promo.getByText("Code", { exact: true }), promo.getByRole("link").first()])
      await expect(part).toBeInViewport({ ratio: 1 });
    if (!isMobile) return;
    const bar = page.getByRole("navigation", { name: "Quick" });
    const [button, tabs] = [
      await promo.getByRole("link").first().boundingBox(),
      await bar.boundingBox(),
    ];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  };
  for (const size of sizes) {
    if (size !== null) await page.setViewportSize(size);
    await expectInScreen();
  }
  await enterAs(context, newcomer);
  await page.goto("/");
  await expect(page.getByRole("banner").getByText(newcomer.username)).toBeInViewport();
  await expectInScreen();
});

test("the socials lead to every place, and carry the promo code", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const site: {
    casinoName: string;
    casinoUrl: string;
    promoCode: string;
    links: { label: string; url: string }[];
  } = await (await page.request.get("/api/site")).json();
  await page.goto("/socials");
  const places = page.getByRole("list", { name: "Places to follow" });
  for (const { label, url } of site.links)
    await expect(places.getByRole("link", { name: label })).toHaveAttribute("href", url);
  await expect(
    page.getByRole("link", { name: `Join ${site.casinoName} with code ${site.promoCode}` }),
  ).toHaveAttribute("href", site.casinoUrl);
  await page.getByRole("button", { name: "Copy promo code" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(site.promoCode);
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test("the page about points lists what this site offers", async ({ page }) => {
  await page.goto("/points");
  await expect(page.getByRole("heading", { name: "How to get points", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the calendar" })).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("link", { name: "Dice", exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test("the wager rewards list every tier in USD", async ({ page }) => {
  await page.goto("/rewards/wager");
  const table = page.getByRole("table", { name: "Wager reward tiers in USD" });
  await expect(table.getByRole("row", { name: "$10,000+ $10 Starter" })).toBeAttached();
  await expect(table.getByRole("row", { name: "$500,000+ $500" })).toBeAttached();
  await expect(page.getByText("$500,000+").filter({ visible: true }).last()).toBeVisible();
  await expect(page.getByText("All rewards are in USD.")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
