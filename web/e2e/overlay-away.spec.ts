import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext, BrowserContext, Page, WebSocket } from "@playwright/test";
import { expect, freshName, ONCE, PASSWORD, test } from "./house";
import { addressesOf, panel } from "./overlay";
import { startOwnServer, stopOwnServer } from "./own-server";

/** Sources of the overlay while the server is away, and when it comes back. */

type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** What is left of ten hours during the test. A page that took the time from its own clock would show an hour less. */
const TIME_LEFT = /10:00:00|9:5\d:\d\d/;

let folder = "";
let server: OwnServer;
let giveaway = "";
let banner = "";
let lowerThird = "";
let giveawayId = "";
let errors: string[] = [];

test.beforeEach(async ({ request }) => {
  errors = [];
  folder = await mkdtemp(join(tmpdir(), "overlay-away-"));
  server = await startOwnServer(folder, {});
  const call = await panel(request, server.address);
  const paths = await addressesOf(call, [
    { id: "giveaway", options: { kind: "giveaway" } },
    {
      id: "banner00",
      options: { kind: "banner", scenes: ["site", "sign_up"], scene_seconds: 4, rest_seconds: 0 },
    },
    { id: "lower000", options: { kind: "lower_third", shows_next: true } },
  ]);
  [giveaway = "", banner = "", lowerThird = ""] = paths.map((path) => `${server.address}${path}`);
  const draft = { title: "On air", prize: "A golden hat", entryType: "free", durationMinutes: 600 };
  giveawayId = (await call("POST", "/api/giveaways", draft)).giveaway.id;
});

test.afterEach(async () => {
  await stopOwnServer(server);
  await rm(folder, { recursive: true, force: true });
  expect(errors).toEqual([]);
});

const plate = (page: Page) => page.getByRole("main");
const startAgain = async () => {
  server = await startOwnServer(folder, {}, server);
};

/** A page of the test's own: a socket that finds no server says so in the console, which is no error of the page. */
async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", ({ message }) => errors.push(message));
  return page;
}

/** Nothing is on the page: neither a ground nor a text. */
async function expectClear(page: Page): Promise<void> {
  await expect(plate(page)).toHaveCount(0);
  const seen = await page.evaluate(() => ({
    text: document.body.innerText,
    grounds: [document.documentElement, document.body].map(
      (element) => getComputedStyle(element).backgroundColor,
    ),
  }));
  expect(seen).toEqual({ text: "", grounds: ["rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"] });
}

/** Moves the clock until this holds: connections and their ends take time of their own. */
async function eventually(page: Page, step: number, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step);
    await holds();
  }).toPass();
}

/** Opens a source, and returns its socket. */
async function openSource(page: Page, address: string): Promise<WebSocket> {
  const connected = page.waitForEvent("websocket");
  await page.goto(address);
  return connected;
}

/** Resolves when the socket has closed, also after an error. */
async function closing(socket: WebSocket): Promise<void> {
  if (!socket.isClosed()) await new Promise((resolve) => socket.once("close", resolve));
}

/** Enters the giveaway as a new member. */
async function enterGiveaway(request: APIRequestContext): Promise<void> {
  const username = freshName();
  const signUp = { username, email: `${username}@example.com`, password: PASSWORD };
  const signedUp = await request.post(`${server.address}/api/auth/signup`, { data: signUp });
  expect(signedUp.status(), await signedUp.text()).toBe(201);
  const { token }: { token: string } = await signedUp.json();
  const entered = await request.post(`${server.address}/api/giveaways/${giveawayId}/entries`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { entryType: "free", entryCost: 0, ticketCount: 1 },
  });
  expect(entered.status(), await entered.text()).toBe(200);
}

for (const [name, away] of [
  ["a minute", MINUTE_MS],
  ["an hour", HOUR_MS],
] as const)
  test(`sources hide their times while the server is away for ${name}, and come back with fresh facts`, {
    tag: ONCE,
  }, async ({ context, request }) => {
    // The pages of a context have one clock. It stands until the test moves it.
    await context.clock.install();
    await context.clock.pauseAt(Date.now() + SECOND_MS);
    const pages: Page[] = [];
    const sockets: WebSocket[] = [];
    for (const address of [giveaway, lowerThird]) {
      const page = await newPage(context);
      sockets.push(await openSource(page, address));
      pages.push(page);
      await expect(plate(page)).toContainText(TIME_LEFT);
    }
    const [giveawayPage, lowerPage] = pages;
    if (giveawayPage === undefined || lowerPage === undefined) throw new Error("No page is open.");
    await expect(giveawayPage.locator(".stat", { hasText: "Tickets" })).toHaveText("Tickets0");
    await expect(lowerPage.getByText("Giveaway ends in")).toBeVisible();

    const closed = sockets.map(closing);
    await stopOwnServer(server);
    await Promise.all(closed);
    // A short absence is not visible.
    await context.clock.runFor(29 * SECOND_MS);
    for (const page of pages) await expect(plate(page)).toContainText(TIME_LEFT);
    for (const page of pages)
      await eventually(page, 2 * SECOND_MS, async () => {
        await expect(plate(page)).toHaveCount(0, { timeout: 100 });
      });
    await context.clock.fastForward(away);
    for (const page of pages) await expectClear(page);
    await startAgain();
    await enterGiveaway(request);
    for (const page of pages)
      await eventually(page, 2 * SECOND_MS, async () => {
        await expect(plate(page)).toContainText(TIME_LEFT, { timeout: 500 });
      });
    await expect(giveawayPage.locator(".stat", { hasText: "Tickets" })).toHaveText("Tickets1");
    await expect(giveawayPage.getByText("A golden hat")).toBeVisible();
    await expect(lowerPage.getByText("Giveaway ends in")).toBeVisible();
  });

test("a server that is silent is away, though its connection stays open", { tag: ONCE }, async ({
  context,
}) => {
  await context.clock.install();
  await context.clock.pauseAt(Date.now() + SECOND_MS);
  const page = await newPage(context);
  await openSource(page, giveaway);
  await expect(plate(page)).toContainText(TIME_LEFT);
  server.process.kill("SIGSTOP");
  try {
    await context.clock.runFor(29 * SECOND_MS);
    await expect(plate(page)).toContainText(TIME_LEFT);
    await context.clock.runFor(2 * SECOND_MS);
    await expect(plate(page)).toHaveCount(0);
  } finally {
    server.process.kill("SIGCONT");
  }
  await eventually(page, 2 * SECOND_MS, async () => {
    await expect(plate(page)).toContainText(TIME_LEFT, { timeout: 500 });
  });
});

/** Opens a source twice, so that the worker keeps its page with all that it loads. */
async function openTwice(context: BrowserContext, address: string): Promise<Page> {
  const page = await newPage(context);
  await page.goto(address);
  await expect(plate(page)).not.toBeEmpty();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(plate(page)).not.toBeEmpty();
  return page;
}

/** Opens a source without a server, and waits until it has tried to connect. */
async function openAway(page: Page, open: () => ReturnType<Page["goto"]>): Promise<void> {
  const tried = page.waitForEvent("websocket").then(closing);
  const answer = await open();
  expect(answer?.fromServiceWorker()).toBe(true);
  // What is kept is as safe as what the server sends.
  const headers = answer?.headers() ?? {};
  expect(headers["content-security-policy"]).toContain("default-src 'self'; script-src 'self'");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  await tried;
  await expectClear(page);
}

/** A proxy whose site is away, at the site's address. */
async function openGateway(): Promise<Server> {
  const gateway = createServer((_, answer) => {
    answer.statusCode = 502;
    answer.setHeader("content-type", "text/html");
    answer.end("<h1>502 Bad Gateway</h1>");
  }).listen(Number(new URL(server.address).port), "127.0.0.1");
  await once(gateway, "listening");
  return gateway;
}

async function closeGateway(gateway: Server): Promise<void> {
  const closed = once(gateway, "close");
  gateway.close();
  gateway.closeAllConnections();
  await closed;
}

for (const [kind, address, text] of [
  ["a giveaway", () => giveaway, TIME_LEFT],
  // Its code is a file of its own (`web/src/stream/sources/later.ts`).
  ["a banner", () => banner, /\S/],
] as const)
  test(`${kind} opens without the server, reloaded or in a new tab, and shows once it is back`, {
    tag: ONCE,
  }, async ({ context }) => {
    const reloaded = await openTwice(context, address());
    await stopOwnServer(server);
    await openAway(reloaded, () => reloaded.reload());
    const tab = await newPage(context);
    await openAway(tab, () => tab.goto(address()));
    await startAgain();
    for (const page of [reloaded, tab]) await expect(plate(page)).toContainText(text);
  });

for (const [what, isGateway] of [
  ["nothing answers", false],
  ["a gateway answers with an error", true],
] as const)
  test(`a source that was open only once opens while ${what}`, { tag: ONCE }, async ({
    context,
  }) => {
    const page = await newPage(context);
    await page.goto(giveaway);
    await expect(plate(page)).toContainText(TIME_LEFT);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await stopOwnServer(server);
    const gateway = isGateway ? await openGateway() : null;
    await openAway(page, () => page.reload());
    if (gateway !== null) await closeGateway(gateway);
    await startAgain();
    await expect(plate(page)).toContainText(TIME_LEFT);
  });

test("a new worker takes over while a page is open, which goes on", { tag: ONCE }, async ({
  context,
}) => {
  const page = await openTwice(context, banner);
  const worker = await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const changed = new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
    // Another address is another worker, as after an update of the site.
    await serviceWorker.register("/stream-worker.js?next", { scope: "/stream" });
    await changed;
    return serviceWorker.controller?.scriptURL;
  });
  expect(worker).toBe(`${server.address}/stream-worker.js?next`);
  await expect(plate(page)).not.toBeEmpty();
  await stopOwnServer(server);
  await openAway(page, () => page.reload());
  await startAgain();
  await expect(plate(page)).toContainText(/\S/);
});

test("the code of a banner is kept with its page", { tag: ONCE }, async ({ context }) => {
  const page = await openTwice(context, banner);
  await stopOwnServer(server);
  // All that the page has loaded, asked for again without a server.
  const missing = await page.evaluate(async () => {
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.startsWith("/assets/"));
    const found = await Promise.all(
      files.map(async (file) => (await caches.match(file, { ignoreVary: true })) !== undefined),
    );
    return files.length === 0 ? ["There is no file."] : files.filter((_, index) => !found[index]);
  });
  expect(missing).toEqual([]);
});
