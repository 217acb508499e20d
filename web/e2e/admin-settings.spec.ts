import type { APIRequestContext, Browser, Locator, Page } from "@playwright/test";
import { visit } from "./giveaways";
import { enterAs, expect, expectAccessible, expectNoOverflow, test } from "./house";

type File = { format: number; sections: Record<string, object> };

async function adminHeaders(request: APIRequestContext): Promise<Record<string, string>> {
  const data = { password: process.env.POINTHOUSE_ADMIN_PASSWORD };
  const { token }: { token: string } = await (
    await request.post("/api/admin/login", { data })
  ).json();
  return { Authorization: `Bearer ${token}` };
}

/** The panel in a browser of its own, beside the site's page. */
async function openPanel(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const panel = await context.newPage();
  await panel.goto("/admin");
  await panel.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await panel.getByRole("button", { name: "Enter" }).click();
  await expect(panel.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await panel.goto("/admin/settings");
  return panel;
}

/** From the overview to a section. */
async function openSection(panel: Page, title: string): Promise<void> {
  await panel.getByRole("main").getByRole("link", { name: title }).first().click();
  await expect(panel.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

async function save(panel: Page): Promise<void> {
  await panel.getByRole("button", { name: "Save changes" }).click();
  await expect(panel.getByText("All changes are saved.")).toBeVisible();
}

/** Opens a page of the site that then changes only by what is pushed to it. */
async function openSite(page: Page, path: string, first: Locator): Promise<void> {
  await visit(page, path);
  await expect(first).toBeVisible();
  // The page asks once more when the connection stands.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Object.assign(window, { wasHere: true }));
}

/** The page that was opened, without a reload. */
async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => "wasHere" in window)).toBe(true);
}

async function choose(of: Page, search: string, name: string): Promise<void> {
  await of.getByRole("combobox", { name: "Time zone" }).fill(search);
  await of.getByRole("option", { name }).click();
}

let before: File | undefined;

test.beforeEach(async ({ request, isMobile }) => {
  test.skip(isMobile, "Phones are sent away from the panel.");
  const headers = await adminHeaders(request);
  const answer = await request.get("/api/admin/settings/export", { headers });
  before = ((await answer.json()) as { file: File }).file;
});

// Other tests find the site as it was.
test.afterEach(async ({ request }) => {
  if (before === undefined) return;
  const headers = await adminHeaders(request);
  const compared = await request.post("/api/admin/settings/compare", { headers, data: before });
  const { revisions } = (await compared.json()) as { revisions: Record<string, number> };
  const data = { file: before, revisions };
  const answer = await request.post("/api/admin/settings/import", { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
});

test("brand: name, colour and tagline are on the open site when they are saved", async ({
  page,
  browser,
}) => {
  await openSite(page, "/", page.getByRole("heading", { level: 1 }));
  const panel = await openPanel(browser);
  await expectAccessible(panel);
  await expectNoOverflow(panel);
  await openSection(panel, "Brand");
  await expectAccessible(panel);
  await panel.getByLabel("Name", { exact: true }).fill("Northern Lights");
  await panel.getByLabel("Accent colour").fill("#00ff88");
  await expect(panel.getByTestId("brand-preview")).toContainText("Welcome to Northern Lights");
  await save(panel);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Northern Lights");
  const accent = () =>
    page.evaluate(() => document.documentElement.style.getPropertyValue("--accent"));
  await expect.poll(accent).toBe("#00ff88");
  await expectSamePage(page);

  // A colour that nobody could read is refused, with the nearest that passes.
  await panel.getByLabel("Accent colour").fill("#000000");
  await panel.getByRole("button", { name: "Save changes" }).click();
  await expect(panel.getByText(/too dark to read on the pages/)).toBeVisible();
  await expect(panel.getByLabel("Accent colour")).toBeFocused();
  // The preview shows the refused colour as it is, too dark to read.
  await panel.getByRole("button", { name: "Use #878787" }).click();
  await save(panel);
  await expect.poll(accent).toBe("#878787");

  // The first version is restored from the history.
  await panel.getByRole("tab", { name: "History" }).click();
  await panel.getByRole("button", { name: "What restoring it would change" }).last().click();
  await panel.getByRole("button", { name: "Restore this version" }).click();
  await expectAccessible(panel);
  const question = panel.getByRole("dialog");
  await question.getByRole("button", { name: "Restore this version" }).click();
  await expect(panel.getByText(/^Version \d+ is restored/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Northern Lights");
});

test("links and texts: the footer follows them", async ({ page, browser }) => {
  const footer = page.getByRole("contentinfo");
  await openSite(page, "/", footer.getByRole("link", { name: "Terms of Service" }));
  const panel = await openPanel(browser);
  await openSection(panel, "Links");
  await panel.getByRole("button", { name: "Add link" }).click();
  const link = panel.getByRole("group", { name: /^Link \d+$/ }).last();
  await link.getByLabel("Kind").selectOption("YouTube");
  await link.getByLabel("Text").fill("Whole streams");
  await link.getByLabel("Address").fill("https://videos.example/");
  await expectAccessible(panel);
  await save(panel);
  await expect(footer.getByRole("link", { name: /^Whole streams/ })).toHaveAttribute(
    "href",
    "https://videos.example/",
  );

  await panel.goto("/admin/settings/texts");
  await panel.getByLabel("Responsible gaming page").fill("https://help.example/");
  await save(panel);
  const help = footer.getByRole("link", { name: /^Responsible Gaming/i });
  await expect(help).toHaveAttribute("href", "https://help.example/");
  await panel.getByLabel("Responsible gaming page").fill("");
  await save(panel);
  await expect(help).toBeHidden();
  await expectSamePage(page);
});

test("casino, prizes and counters: the home page follows them, and no casino is gone", async ({
  page,
  browser,
}) => {
  const promo = page.getByRole("region", { name: /^Play at/ });
  const menu = page.getByRole("navigation", { name: "Main" });
  await openSite(page, "/", page.getByRole("heading", { level: 1 }));
  const panel = await openPanel(browser);
  await openSection(panel, "Casino");
  await panel.getByLabel("Casino name").fill("Goldhall");
  await panel.getByLabel("Casino address").fill("https://casino.example/");
  await save(panel);
  await expect(promo).toContainText("Play at Goldhall");

  await panel.goto("/admin/settings/wagers");
  await panel
    .getByRole("group", { name: /^Period \d+$/ })
    .last()
    .getByLabel("Prize pool")
    .fill("4200");
  await expect(panel.getByText(/but the pool is \$4,200\.$/)).toBeVisible();
  await expectAccessible(panel);
  await save(panel);
  await expect(menu.getByText("$4.2K")).toBeVisible();

  await panel.goto("/admin/settings/home");
  await panel.getByLabel("Hours streamed").fill("2,345");
  await save(panel);
  await expect(page.getByLabel("The community in figures")).toContainText("2,345");

  await panel.goto("/admin/settings/partner");
  await panel.getByLabel("Casino name").fill("");
  await save(panel);
  await expect(promo).toBeHidden();
  await expect(menu.getByRole("link", { name: "Wager Rewards" })).toBeHidden();
  await expect(menu.getByText("$4.2K")).toBeHidden();
  await expect(page.getByText(/Goldhall|casino/i)).toHaveCount(0);
  await expectSamePage(page);
});

test("calendar, games and mail: a member's open pages follow them", async ({
  page,
  context,
  browser,
  admin,
  newcomer,
}) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
  const dice = await context.newPage();
  const account = await context.newPage();
  const claim = page.getByRole("button", { name: /claim/i }).first();
  await openSite(page, "/rewards/daily-calendar", claim);
  await openSite(dice, "/games/dice", dice.getByRole("button", { name: "Roll dice" }));
  await openSite(account, "/account", account.getByLabel("Username", { exact: true }));
  const panel = await openPanel(browser);

  await openSection(panel, "Calendar");
  await panel.getByLabel("Points per claim").fill("77");
  await expectAccessible(panel);
  await save(panel);
  await expect(page.getByText("77", { exact: false }).first()).toBeVisible();

  const highest = dice.getByRole("button", { name: "Highest bet" });
  await highest.click();
  await expect(dice.getByLabel("Bet Amount")).toHaveValue("100");
  await panel.goto("/admin/settings/games");
  await panel.getByRole("button", { name: /^Dice/ }).click();
  await panel.getByLabel("Highest bet").fill("50");
  await panel.getByRole("button", { name: /^Keno/ }).click();
  await expectAccessible(panel);
  await save(panel);
  await expect(async () => {
    await highest.click();
    await expect(dice.getByLabel("Bet Amount")).toHaveValue("50", { timeout: 500 });
  }).toPass();

  // A table that pays back more than it takes needs the phrase.
  await panel.getByLabel("1 pick, 1 hit").fill("4");
  await expect(panel.getByText(/pays back more than it takes$/)).toBeVisible();
  await panel.getByRole("button", { name: "Save changes" }).click();
  await panel.getByLabel("Type the phrase").fill("above 100%");
  await expectAccessible(panel);
  await panel.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(panel.getByText("All changes are saved.")).toBeVisible();

  // As an admin goes there: through the overview.
  await panel.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
  await openSection(panel, "Mail");
  await panel.getByLabel("Verified email for free giveaways").selectOption("Always");
  await expectAccessible(panel);
  await save(panel);
  await expect(account.getByText(/free giveaways/i)).toBeVisible();
  await panel.getByLabel("Send it to").fill("me@example.com");
  await panel.getByRole("button", { name: "Send test email" }).click();
  await expect(panel.getByText(/^Emails are written to files/)).toBeVisible();
  await Promise.all([page, dice, account].map(expectSamePage));
});

test("a second panel sees a change at once, and two changes of one section are put side by side", async ({
  browser,
}) => {
  const panel = await openPanel(browser);
  const other = await openPanel(browser);
  await panel.goto("/admin/settings/place");
  await other.goto("/admin/settings/place");
  const zone = other.getByRole("combobox", { name: "Time zone" });
  await expect(zone).toBeVisible();
  await other.waitForLoadState("networkidle");
  await choose(panel, "helsinki", "Europe/Helsinki");
  await expectAccessible(panel);
  await save(panel);
  await expect(zone).toHaveValue("Europe/Helsinki");

  await choose(other, "lisbon", "Europe/Lisbon");
  await choose(panel, "new york", "America/New_York");
  await save(panel);
  await expect(other.getByText(/^Another admin has saved this section/)).toBeVisible();
  await other.getByRole("button", { name: "Save changes" }).click();
  const question = other.getByRole("dialog", { name: "Another admin changed these settings" });
  await expect(question.getByRole("radio", { name: /^Yours\s*Europe\/Lisbon/ })).toBeChecked();
  await expectAccessible(other);
  await question.getByRole("button", { name: "Save this choice" }).click();
  await expect(other.getByText("All changes are saved.")).toBeVisible();
  await expect(panel.getByRole("combobox", { name: "Time zone" })).toHaveValue("Europe/Lisbon");
});

test("settings leave as a file, and come back from it", async ({ page, browser }) => {
  await openSite(page, "/", page.getByRole("heading", { level: 1 }));
  const panel = await openPanel(browser);
  const download = panel.waitForEvent("download");
  await panel.getByRole("button", { name: "Export" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("pointhouse-settings.json");
  await openSection(panel, "Brand");
  await panel.getByLabel("Name", { exact: true }).fill("Another name");
  await save(panel);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Another name");
  await panel.goto("/admin/settings");
  await panel.getByLabel("Settings file").setInputFiles(await saved.path());
  const question = panel.getByRole("dialog", { name: "Import these settings?" });
  await expect(question.getByRole("region", { name: "Brand" })).toContainText("Another name");
  await expectAccessible(panel);
  await question.getByRole("button", { name: "Import" }).click();
  await expect(panel.getByText(/^The settings are imported/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Another name");
  await expectSamePage(page);
});

test("home and points: blocks, counters and welcome points follow them", async ({
  page,
  browser,
}) => {
  const main = page.getByRole("main");
  await openSite(page, "/", page.getByRole("heading", { level: 1 }));
  const panel = await openPanel(browser);
  await openSection(panel, "Points");
  await panel.getByLabel("Welcome points").fill("25");
  await expect(panel.getByText("New here? You get +25 points when you confirm")).toBeVisible();
  await expectAccessible(panel);
  await save(panel);
  // A site that sends no emails promises nothing for a confirmed one.
  const promise = main.getByText("+25 points when you confirm your email.");
  await expect(main.getByText("Free. Points have no monetary value.")).toBeVisible();
  await expect(promise).toBeHidden();
  await panel.goto("/admin/settings/place");
  await panel.getByLabel("Address of the site").fill("https://north.example");
  await save(panel);
  await panel.goto("/admin/settings/mail");
  await panel.getByLabel("Emails are", { exact: true }).selectOption("Sent through a mail server");
  await panel.getByLabel("Host", { exact: true }).fill("127.0.0.1");
  await save(panel);
  await expect(promise).toBeVisible();

  await panel.goto("/admin/settings/home");
  const blocks = panel.getByRole("group", { name: "Blocks" });
  await blocks.getByRole("checkbox", { name: "What members can do here" }).uncheck();
  // By keyboard: the last block becomes the first.
  await blocks.getByRole("button", { name: /^Place of How this site works/ }).focus();
  await panel.keyboard.press("Space");
  await expect(panel.getByText("How this site works is now at place 4 of 4")).toBeAttached();
  // The library listens to the arrows one task after it has begun.
  await panel.evaluate(() => new Promise((done) => setTimeout(done)));
  for (const place of [3, 2, 1]) {
    await panel.keyboard.press("ArrowUp");
    const said = `How this site works is now at place ${place} of 4`;
    await expect(panel.getByText(said)).toBeAttached();
  }
  await panel.keyboard.press("Space");
  await expect(
    blocks.getByRole("button", { name: "Place of How this site works: 1 of 4" }),
  ).toBeFocused();
  await expectAccessible(panel);
  await expectNoOverflow(panel);
  await save(panel);
  await expect(main.getByRole("region", { name: "What you can do here" })).toBeHidden();
  const regions = main.getByRole("region", { name: /^(How this site works|House games)$/ });
  await expect(regions.first()).toHaveAccessibleName("How this site works");
  await expectSamePage(page);
});

test("games: tiles and menu follow which are offered, and in which order", async ({
  page,
  browser,
}) => {
  const tiles = page.getByRole("region", { name: "House games" });
  const menu = page.getByRole("navigation", { name: "Main" });
  await openSite(page, "/", tiles.getByRole("link", { name: /^Dice/ }));
  const panel = await openPanel(browser);
  await openSection(panel, "Games");
  const games = panel.getByRole("group", { name: "Games you offer" });
  await games.getByRole("checkbox", { name: "Dice" }).uncheck();
  await games.getByRole("button", { name: "Move up: Mines" }).click();
  await panel.getByRole("radio", { name: "A share of all points" }).check();
  await panel.getByLabel("Percent").fill("20");
  await expectAccessible(panel);
  await save(panel);
  await expect(tiles.getByRole("link", { name: /^Dice/ })).toBeHidden();
  await expect(menu.getByRole("link", { name: "Dice" })).toBeHidden();
  await expect(tiles.getByRole("link").filter({ hasNotText: "Fairness" }).first()).toContainText(
    "Mines",
  );
  await expectSamePage(page);
  await page.goto("/games/dice");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no page here");
});

test("address, chat and new entries: the pages and forms of others follow them", async ({
  page,
  context,
  browser,
  newcomer,
}) => {
  await enterAs(context, newcomer);
  await openSite(page, "/account", page.getByLabel("Username", { exact: true }));
  const panel = await openPanel(browser);
  // Without an address the chat cannot be switched on, and the way to it is shown.
  await openSection(panel, "Address and region");
  await panel.getByLabel("Address of the site").fill("");
  await panel.getByLabel("Amounts of US dollars").selectOption("1,234.50 USD");
  await expectAccessible(panel);
  await save(panel);
  await panel.goto("/admin/settings/kick");
  await panel.getByLabel("App ID").fill("app-1");
  await panel.getByRole("textbox", { name: "App secret" }).fill("secret");
  await panel.getByLabel("Link an account").fill("!link");
  await panel.getByText("Linking an account").click();
  await expectAccessible(panel);
  await expectNoOverflow(panel);
  await panel.getByRole("button", { name: "Save changes" }).click();
  await panel.getByRole("link", { name: "Open “Address and region”" }).click();
  await panel.getByLabel("Address of the site").fill("https://north.example");
  await save(panel);
  await panel.goBack();
  await save(panel);
  await expect(page.getByRole("region", { name: "Kick Account" })).toBeVisible();
  await expectSamePage(page);
  await page.goto("/rewards/wager");
  await expect(page.getByText(/^[\d,]+\sUSD$/).first()).toBeVisible();

  await panel.goto("/admin/settings/forms");
  await panel.getByLabel("Entry", { exact: true }).selectOption("For points");
  await panel.getByLabel("Points per entry").fill("250");
  await panel.getByLabel("Length").fill("48");
  await expectAccessible(panel);
  await save(panel);
  await panel.goto("/admin/giveaways");
  await panel.getByRole("button", { name: "Create Giveaway" }).click();
  const dialog = panel.getByRole("dialog");
  await expect(dialog.getByLabel("Duration in hours")).toHaveValue("48");
  await expect(dialog.getByLabel("Points a ticket")).toHaveValue("250");
});
