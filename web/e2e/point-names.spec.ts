import type { APIRequestContext, Page } from "@playwright/test";
import { enterAs, expect, expectNoOverflow, ONCE, test } from "./house";

type Section = { name: string; version: { revision: number }; values: Record<string, unknown> };

const NAMES = { name: "dingo dollar", name_plural: "dingo dollars" };

async function adminHeaders(request: APIRequestContext): Promise<Record<string, string>> {
  const data = { password: process.env.POINTHOUSE_ADMIN_PASSWORD };
  const answer = await request.post("/api/admin/login", { data });
  const { token }: { token: string } = await answer.json();
  return { Authorization: `Bearer ${token}` };
}

/** Changes values of a section of the settings; returns what they were. */
async function change(
  request: APIRequestContext,
  section: string,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const headers = await adminHeaders(request);
  const all = await request.get("/api/admin/settings", { headers });
  const { sections }: { sections: Section[] } = await all.json();
  const found = sections.find(({ name }) => name === section);
  if (found === undefined) throw new Error(`There is no section ${section}.`);
  const { version, values: before } = found;
  const data = { revision: version.revision, values: { ...before, ...values } };
  const answer = await request.put(`/api/admin/settings/${section}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return before;
}

/** Opens a page and waits until it has read the site once more, as it does after it has connected. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => Object.assign(window, { wasHere: true }));
}

const isSameDocument = (page: Page) => page.evaluate(() => "wasHere" in window);

/** Changes settings while a page is open, and waits until the page has read them. */
async function changeBeside(page: Page, section: string, values: object): Promise<void> {
  const reading = page.waitForResponse((answer) => answer.url().endsWith("/api/site"));
  await change(page.request, section, { ...values });
  await (await reading).finished();
}

const description = (page: Page) => page.locator("meta[name=description]");

const before = new Map<string, Record<string, unknown>>();

test.describe("the streamer's name for points", { tag: ONCE }, () => {
  test.beforeEach(async ({ request }) => {
    for (const section of ["points", "place", "home"])
      before.set(section, await change(request, section, {}));
  });
  // Other tests find the site as it was.
  test.afterEach(async ({ request }) => {
    for (const [section, values] of before) await change(request, section, values);
  });

  test("is on a member's pages from the next page on", async ({
    page,
    context,
    admin,
    newcomer,
  }) => {
    await admin.givePoints(newcomer.id, 50);
    await enterAs(context, newcomer);
    await settle(page, "/");
    const menu = page.getByRole("navigation", { name: "Main" });
    await changeBeside(page, "points", NAMES);
    // The page that is open stays as it is.
    await expect(menu.getByRole("link", { name: "Points Shop" })).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);

    await menu.getByRole("link", { name: "Points Shop" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dingo dollars Shop");
    await expect(page).toHaveTitle(/^Dingo dollars Shop · /);
    expect(await isSameDocument(page)).toBe(false);
    await expect(description(page)).toHaveAttribute("content", /^Spend your dingo dollars in/);

    // From here on nothing is loaded afresh.
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => Object.assign(window, { wasHere: true }));
    await menu.getByRole("link", { name: "Home", exact: true }).click();
    await expect(page.getByRole("link", { name: /Dingo dollars Shop/ }).first()).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);

    await page.goto("/statement");
    const main = page.getByRole("main");
    await expect(main).toContainText("Every change to your dingo dollars");
    await expect(main.getByRole("row", { name: /Added by the owner/ })).toBeVisible();
    await expectNoOverflow(page);
  });

  test("is in a guest's sign-up and on the overlay after a reload", async ({ page, request }) => {
    await settle(page, "/login");
    await changeBeside(page, "points", NAMES);
    await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/signup/);
    await expect(description(page)).toHaveAttribute("content", /start to collect dingo dollars\.$/);
    await page.goto("/login");
    await expect(page.getByText("Log in to play and keep your dingo dollars.")).toBeVisible();

    await page.goto("/stream");
    const root = page.locator("html");
    await expect(root).toHaveAttribute("data-points", "dingo dollars");
    await expect(page.getByText("Dingo dollars, challenges and giveaways").last()).toBeVisible();
    await change(request, "points", { name: "XP", name_plural: "XP" });
    await page.reload();
    await expect(page.getByText("XP, challenges and giveaways").last()).toBeVisible();
  });

  test("and the way to write dollars are followed together", async ({ page, request }) => {
    await change(request, "home", { winnings: 40_000 });
    await change(request, "place", { dollars: "code" });
    await page.goto("/");
    const figures = page.getByLabel("The community in figures");
    await expect(figures).toContainText("40,000 USD");
    await change(request, "place", { dollars: "country" });
    await page.reload();
    await expect(figures).toContainText("US$40,000");
  });
});
