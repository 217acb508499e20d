import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, ONCE, test } from "./house";
import { addressesOf, panel } from "./overlay";
import { startOwnServer, stopOwnServer } from "./own-server";

/** Sources of the overlay while the server is away, and when it comes back. */

type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let folder = "";
let server: OwnServer;
let giveaway = "";
let banner = "";

test.beforeEach(async ({ request }) => {
  folder = await mkdtemp(join(tmpdir(), "overlay-away-"));
  server = await startOwnServer(folder, {});
  const call = await panel(request, server.address);
  const [first = "", second = ""] = await addressesOf(call, [
    { id: "giveaway", options: { kind: "giveaway" } },
    {
      id: "banner00",
      options: { kind: "banner", scenes: ["site", "sign_up"], scene_seconds: 4, rest_seconds: 0 },
    },
  ]);
  giveaway = `${server.address}${first}`;
  banner = `${server.address}${second}`;
  const draft = { title: "On air", prize: "A golden hat", entryType: "free", durationMinutes: 600 };
  await call("POST", "/api/giveaways", draft);
});

test.afterEach(async () => {
  await stopOwnServer(server).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

const plate = (page: Page) => page.getByRole("main");
const startAgain = async () => {
  server = await startOwnServer(folder, {}, server);
};

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

/** Moves the page's clock until this holds: connections and their ends take time of their own. */
async function eventually(page: Page, step: number, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step);
    await holds();
  }).toPass();
}

for (const [name, away] of [
  ["a minute", MINUTE_MS],
  ["an hour", HOUR_MS],
] as const)
  test(`a source hides its times while the server is away for ${name}, and comes back by itself`, {
    tag: ONCE,
  }, async ({ context }) => {
    // A page of the test's own: a socket that finds no server says so in the console.
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(giveaway);
    await expect(plate(page)).toContainText("A golden hat");
    await stopOwnServer(server);
    await eventually(page, 5_000, async () => {
      await expect(plate(page)).toHaveCount(0, { timeout: 100 });
    });
    await page.clock.fastForward(away);
    await expectClear(page);
    await startAgain();
    await eventually(page, 2_000, async () => {
      await expect(plate(page)).toContainText("A golden hat", { timeout: 500 });
    });
  });

test("sources open while the server is away, and show once it is back", { tag: ONCE }, async ({
  context,
}) => {
  const pages: Page[] = [];
  for (const address of [giveaway, banner]) {
    const page = await context.newPage();
    await page.goto(address);
    await expect(plate(page)).not.toBeEmpty();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // The worker keeps what a page loads from its second time on.
    await page.reload();
    await expect(plate(page)).not.toBeEmpty();
    pages.push(page);
  }
  await stopOwnServer(server);
  for (const page of pages) {
    // The first try to connect fails with a word in the console.
    await Promise.all([page.waitForEvent("console"), page.reload()]);
    await expectClear(page);
  }
  await startAgain();
  for (const page of pages) await expect(plate(page)).not.toBeEmpty();
});
