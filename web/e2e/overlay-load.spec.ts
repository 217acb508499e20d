import type { Page } from "@playwright/test";
import { expect, ONCE, test } from "./house";
import { addressesOf, panel, type Source } from "./overlay";

/** Many sources, and many events at once. */

const ALERTS = 200;
const SHOWN_MS = 3_000;

const alerts = {
  build: "test",
  now: new Date().toISOString(),
  isTest: false,
  source: {
    x: 100,
    y: 100,
    width: 800,
    height: 260,
    locale: "en-US",
    volume: 0,
    options: { kind: "alerts", shows: ["win"], leastMultiplier: 2, seconds: SHOWN_MS / 1_000 },
  },
  site: { name: "Site", pointsName: "points", pointsOne: "point", theme: "--accent:#f2c24d" },
  facts: { kind: "alerts" },
};

/** An empty page of the site's address, which alone may frame its sources. */
async function openOutside(page: Page): Promise<void> {
  await page.route("**/outside", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" }),
  );
  await page.goto("/outside");
}

/** Adds frames with these addresses, as the editor does. */
async function frame(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate((all) => {
    for (const address of all) {
      const element = document.createElement("iframe");
      element.src = address;
      document.body.append(element);
    }
  }, addresses);
}

test("200 alerts in a second are shown one after another, and none is lost", {
  tag: ONCE,
}, async ({ page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await openOutside(page);
  const ready = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener("message", ({ data }) => {
          if (data?.type === "overlay-ready") resolve();
        });
      }),
  );
  await frame(page, ["/stream/s/preview#preview"]);
  await ready;
  const source = page.frames()[1];
  if (source === undefined) throw new Error("There is no source.");
  await source.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen, most: 0 });
    new MutationObserver(() => {
      const names = new Set(document.body.textContent?.match(/member\d+z/g));
      const record = window as unknown as { most: number };
      record.most = Math.max(record.most, names.size);
      for (const name of names) if (seen.at(-1) !== name) seen.push(name);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.evaluate(
    ([state, count]) => {
      const target = document.querySelector("iframe")?.contentWindow;
      const send = (message: object) => target?.postMessage(message, window.location.origin);
      send({ type: "overlay-preview", state });
      for (let number = 0; number < count; number += 1)
        send({
          type: "overlay-happening",
          happening: {
            id: `load-${number}`,
            at: state.now,
            kind: "win",
            name: `member${number}z`,
            isNamed: true,
            title: "Dice",
            amount: 500,
            multiplier: 60,
          },
        });
    },
    [alerts, ALERTS] as const,
  );
  await expect(source.getByRole("main")).toContainText("member0z");
  const seen = () => source.evaluate(() => (window as unknown as { seen: string[] }).seen);
  for (let step = 0; step < ALERTS && (await seen()).length < ALERTS; step += 1)
    await page.clock.runFor(2 * SHOWN_MS);
  expect(await seen()).toEqual(Array.from({ length: ALERTS }, (_, number) => `member${number}z`));
  expect(await source.evaluate(() => (window as unknown as { most: number }).most)).toBe(1);
  await page.clock.runFor(2 * SHOWN_MS);
  await expect(source.locator("body")).not.toContainText(/member/);
});

test("twenty sources have twenty sockets, and each hears of its own facts only", {
  tag: ONCE,
}, async ({ page, request }) => {
  const call = await panel(request);
  const kinds = ["giveaway", "hunt", "ticker", "podium"] as const;
  const more = {
    giveaway: {},
    hunt: {},
    ticker: { shows: ["win"], least_multiplier: 2, item_seconds: 6 },
    podium: { board: "points" },
  };
  const sources = Array.from({ length: 20 }, (_, number): Source => {
    const kind = kinds[number % kinds.length] ?? "hunt";
    return { id: `load${String(number).padStart(4, "0")}`, options: { kind, ...more[kind] } };
  });
  const addresses = await addressesOf(call, sources);
  const heard: string[][] = [];
  page.on("websocket", (socket) => {
    const events: string[] = [];
    heard.push(events);
    socket.on("framereceived", ({ payload }) => {
      // An event of the socket's protocol: 42["name",{...}]
      const event = /^42(\[.*)$/s.exec(String(payload))?.[1];
      if (event === undefined) return;
      const [name, body] = JSON.parse(event);
      events.push(name === "overlaySource" ? body.facts.kind : name);
    });
  });
  await openOutside(page);
  await frame(page, addresses);
  await expect
    .poll(() => heard.filter((events) => events.length > 0).length, { timeout: 60_000 })
    .toBe(20);
  expect(heard).toHaveLength(20);
  // What changes for the hunts alone.
  const id = `load${Date.now().toString(36)}`;
  await call("POST", "/api/admin/hunts", {
    customId: id,
    name: "Hunt of twenty",
    startingBalance: 100,
    huntDate: "2091-01-01T20:00:00Z",
  });
  const changed = () => heard.filter((events) => events.length > 1);
  await expect.poll(() => changed().length).toBe(5);
  for (const events of changed()) expect(new Set(events)).toEqual(new Set(["hunt"]));
  for (const events of heard) expect(new Set(events).size).toBe(1);
  await call("DELETE", `/api/admin/hunts/${id}`);
});
