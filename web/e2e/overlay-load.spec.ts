import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Page } from "@playwright/test";
import { expect, freshName, ONCE, test } from "./house";
import { addressesOf, addressOf, panel, type Source } from "./overlay";
import { startOwnServer, stopOwnServer } from "./own-server";

/** Many sources, many events at once, and a hunt with all its changes. */

const ALERTS = 200;
const SHOWN_MS = 3_000;
/** Most alerts that wait (`QUEUE_MAX` in `web/src/stream/sources/queue.ts`). */
const WAITING_MAX = 200;

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
    options: {
      kind: "alerts",
      shows: ["win", "winner"],
      leastMultiplier: 2,
      seconds: SHOWN_MS / 1_000,
    },
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

type Seen = { seen: string[]; most: number };
type Alert = { kind: string; name: string };

/** Notes which of the names `member0z`, `member1z` and so on come on the page, and how many there are at most at once. */
async function watchNames(source: Page | Frame): Promise<void> {
  await source.evaluate(() => {
    const record: Seen = { seen: [], most: 0 };
    Object.assign(window, record);
    const now = window as unknown as Seen;
    new MutationObserver(() => {
      const names = new Set(document.body.textContent?.match(/member\d+z/g));
      now.most = Math.max(now.most, names.size);
      for (const name of names) if (now.seen.at(-1) !== name) now.seen.push(name);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

const seenOn = (source: Page | Frame) =>
  source.evaluate(() => {
    const { seen, most } = window as unknown as Seen;
    return { seen, most };
  });

/** Moves the clock until this many alerts have been shown and the page is empty again. Returns their names. */
async function showAll(page: Page, source: Page | Frame, count: number): Promise<string[]> {
  for (let step = 0; step < 2 * count && (await seenOn(source)).seen.length < count; step += 1)
    await page.clock.runFor(2 * SHOWN_MS);
  // The last one ends, and one too many would be shown after it.
  await page.clock.runFor(4 * SHOWN_MS);
  await expect(source.locator("body")).not.toContainText(/member/);
  await expect(source.getByRole("main")).toHaveCount(0);
  const { seen, most } = await seenOn(source);
  expect(most).toBe(1);
  return seen;
}

/** Opens the alerts as the editor's preview does, on a clock that stands. */
async function openAlerts(page: Page): Promise<Frame> {
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
  await watchNames(source);
  return source;
}

/** Sends the state of the source, and these alerts at once. */
async function sendAlerts(page: Page, sent: readonly Alert[]): Promise<void> {
  await page.evaluate(
    ([state, all]) => {
      const target = document.querySelector("iframe")?.contentWindow;
      const send = (message: object) => target?.postMessage(message, window.location.origin);
      send({ type: "overlay-preview", state });
      for (const { kind, name } of all) {
        const about = { kind, name, isNamed: true, title: "Dice", amount: 500, multiplier: 60 };
        const happening = { id: `load-${name}`, at: state.now, ...about };
        send({ type: "overlay-happening", happening });
        // An event may come twice after a new connection.
        send({ type: "overlay-happening", happening });
      }
    },
    [alerts, sent] as const,
  );
}

const nameOf = (number: number) => `member${number}z`;
const winsOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ kind: "win", name: nameOf(first + place) }));
const namesOf = (sent: readonly Alert[]) => sent.map(({ name }) => name);

test("200 alerts at once are shown one after another, each once, and none is lost", {
  tag: ONCE,
}, async ({ page }) => {
  const source = await openAlerts(page);
  const sent = winsOf(0, ALERTS);
  await sendAlerts(page, sent);
  await expect(source.getByRole("main")).toContainText(nameOf(0));
  expect(await showAll(page, source, ALERTS)).toEqual(namesOf(sent));
});

test("of more alerts than can wait the oldest of the least important are dropped", {
  tag: ONCE,
}, async ({ page }) => {
  const source = await openAlerts(page);
  const first = winsOf(0, 1);
  const winners = [1, 2, 3].map((number) => ({ kind: "winner", name: nameOf(number) }));
  const wins = winsOf(4, 250);
  await sendAlerts(page, [...first, ...winners, ...wins]);
  await expect(source.getByRole("main")).toContainText(nameOf(0));
  const kept = wins.slice(winners.length - WAITING_MAX);
  // The first did not have to wait.
  const shown = [...first, ...winners, ...kept];
  expect(await showAll(page, source, shown.length)).toEqual(namesOf(shown));
});

test("200 challenges that are paid at once are all announced", { tag: ONCE }, async ({
  page,
  request,
  newcomer,
  admin,
}) => {
  const call = await panel(request);
  const options = { kind: "alerts", shows: ["challenge"], least_multiplier: 2 };
  const address = await addressOf(call, {
    id: "alerts00",
    options: { ...options, seconds: SHOWN_MS / 1_000 },
  });
  const titles = Array.from({ length: ALERTS }, (_, number) => nameOf(number));
  await admin.publishChallenges(
    titles.map((title) => ({
      title,
      task: "Hit 500x",
      reward: "$25",
      difficulty: "Easy",
      rewardPoints: 1,
    })),
  );
  const challenges: { id: string; title: string }[] = await call("GET", "/api/challenges");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  let events = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).startsWith('42["overlayHappening"')) events += 1;
    }),
  );
  const connected = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) =>
        String(payload).startsWith('42["overlaySource"'),
      ),
    );
  await page.goto(address);
  await connected;
  await watchNames(page);
  await Promise.all(
    challenges.map(({ id }) =>
      call("POST", `/api/admin/challenges/${id}/award`, { userId: newcomer.id }),
    ),
  );
  await expect.poll(() => events).toBe(ALERTS);
  // The member has not agreed to be named.
  await expect(page.getByRole("main")).not.toContainText(newcomer.username);
  const shown = await showAll(page, page, ALERTS);
  expect(shown.toSorted()).toEqual(titles.toSorted());
  await admin.publishChallenges([]);
});

const isHappening = ({ name }: { name: string }) => name === "overlayHappening";

/** Each kind of source with options that it allows. */
const kinds: readonly Source["options"][] = [
  { kind: "giveaway" },
  { kind: "hunt" },
  { kind: "banner", scenes: ["site", "challenges"], scene_seconds: 4, rest_seconds: 0 },
  { kind: "lower_third", shows_next: true },
  { kind: "ticker", shows: ["win"], least_multiplier: 2, item_seconds: 6 },
  { kind: "podium", board: "points" },
  { kind: "goal", counts: "number", title: "Goal", target: 100, number: 5, starts_at: 0 },
  { kind: "alerts", shows: ["win"], least_multiplier: 2, seconds: 8 },
  { kind: "round", member: "", games: ["dice"], hide_after_seconds: 30 },
];

test("twenty sources have twenty sockets, and each gets only what is its own", {
  tag: ONCE,
}, async ({ page, request }) => {
  const call = await panel(request);
  const sources = Array.from({ length: 20 }, (_, number): Source => {
    const options = kinds[number % kinds.length] ?? {};
    return { id: `load${String(number).padStart(4, "0")}`, options };
  });
  const addresses = await addressesOf(call, sources);
  const idOfKey = new Map(
    addresses.map((address, number) => [address.split("/").at(-1), sources[number]?.id]),
  );
  type Heard = { id: string | undefined; events: { name: string; body: string }[] };
  const heard: Heard[] = [];
  page.on("websocket", (socket) => {
    const one: Heard = { id: undefined, events: [] };
    heard.push(one);
    socket.on("framesent", ({ payload }) => {
      const key = /^40.*"sourceKey":"([^"]+)"/.exec(String(payload))?.[1];
      if (key !== undefined) one.id = idOfKey.get(key);
    });
    socket.on("framereceived", ({ payload }) => {
      // An event of the socket's protocol: 42["name",{...}]
      const event = /^42(\[.*)$/s.exec(String(payload))?.[1];
      if (event === undefined) return;
      const [name, body] = JSON.parse(event);
      one.events.push({ name, body: JSON.stringify(body) });
    });
  });
  const socketsOfServer = async () => (await call("GET", "/api/admin/health")).push.sockets;
  await expect.poll(socketsOfServer).toBe(0);
  await openOutside(page);
  await frame(page, addresses);
  const withState = () => heard.filter(({ events }) => events.length > 0);
  await expect.poll(() => withState().length, { timeout: 60_000 }).toBe(20);
  expect(new Set(heard.map(({ id }) => id))).toEqual(new Set(sources.map(({ id }) => id)));
  expect(await socketsOfServer()).toBe(20);

  const tested = sources.find(({ options }) => "kind" in options && options.kind === "alerts");
  const { open } = await call("POST", `/api/admin/overlay/sources/${tested?.id}/test`);
  expect(open).toBe(1);
  const name = `Hunt ${freshName()}`;
  const id = freshName();
  const hunt = { customId: id, name, startingBalance: 100, huntDate: "2091-01-01T20:00:00Z" };
  await call("POST", "/api/admin/hunts", hunt);
  const hunts = sources.filter(({ options }) => "kind" in options && options.kind === "hunt");
  const huntIds = new Set<string | undefined>(hunts.map((source) => source.id));
  const withHunt = () =>
    heard.filter(({ events }) => events.some(({ body }) => body.includes(name)));
  await expect.poll(() => withHunt().length).toBe(hunts.length);
  expect(new Set(withHunt().map((one) => one.id))).toEqual(huntIds);
  const withHappening = () => heard.filter(({ events }) => events.some(isHappening));
  await expect.poll(() => withHappening().map((one) => one.id)).toEqual([tested?.id]);
  for (const one of heard)
    for (const { name: event, body } of one.events.filter((received) => !isHappening(received))) {
      expect(event).toBe("overlaySource");
      const { source, facts } = JSON.parse(body);
      expect(source.id).toBe(one.id);
      expect(facts.kind).toBe(source.options.kind);
    }
  await call("DELETE", `/api/admin/hunts/${id}`);
  await page.goto("about:blank");
  await expect.poll(socketsOfServer).toBe(0);
});

test("a hunt is followed on air from its first slot to its end", { tag: ONCE }, async ({
  page,
  request,
}) => {
  // The only hunt of its server: a completed one makes way for any other that is open.
  const folder = await mkdtemp(join(tmpdir(), "overlay-hunt-"));
  const server = await startOwnServer(folder, {});
  try {
    const call = await panel(request, server.address);
    const address = await addressOf(call, { id: "hunt0000", options: { kind: "hunt" } });
    await page.goto(`${server.address}${address}`);
    await call("POST", "/api/admin/hunts", {
      customId: "whole",
      name: "A whole hunt",
      startingBalance: 100,
    });
    for (const [slotName, betAmount] of [
      ["Mental", 2],
      ["San Quentin", 1],
      ["Gates of Olympus", 4],
    ] as const)
      await call("POST", "/api/admin/hunts/whole/slots", { slotName, calledBy: "emu", betAmount });
    const play = (slot: number, winAmount: number) =>
      call("POST", `/api/admin/hunts/whole/slots/${slot}/play`, { winAmount });
    const plate = page.getByRole("main");
    const stat = (label: string) => page.locator(".stat", { hasText: label });
    await expect(plate).toContainText("0 of 3 opened");
    await expect(plate).toContainText("Mental");

    await play(1, 60);
    await expect(plate).toContainText("1 of 3 opened");
    await expect(plate).toContainText("San Quentin");
    await expect(stat("Profit")).toContainText("-$40.00");
    await expect(stat("Best")).toContainText("30x");

    await play(2, 0);
    await expect(plate).toContainText("2 of 3 opened");
    await expect(plate).toContainText("Gates of Olympus");
    await expect(stat("Profit")).toContainText("-$40.00");
    // What was won by what was bet.
    await expect(stat("Average")).toContainText("20x");

    await play(3, 500);
    await expect(plate).toContainText("3 of 3 opened");
    await expect(plate).toContainText("Hunt complete");
    await expect(plate).toContainText("Won $560.00");
    await expect(plate).toContainText("Start $100.00");
    await expect(stat("Profit")).toContainText("+$460.00");
    await expect(stat("Best")).toContainText("125x");
    await page.goto("about:blank");
  } finally {
    await stopOwnServer(server);
    await rm(folder, { recursive: true, force: true });
  }
});
