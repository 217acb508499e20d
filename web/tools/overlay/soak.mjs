/**
 * Sends 10,000 events to each source of the overlay in compressed time, happenings or changed states, and prints the heap
 * after each 2,000, garbage collected, and the processor time of sources at rest and in motion beside that of an empty page.
 * usage: POINTHOUSE_URL=http://localhost:3000 node tools/overlay/soak.mjs [heap|processor] [KIND...]   (a running site;
 * nothing on it is changed)
 */
import { chromium } from "@playwright/test";
import {
  happening as example,
  giveaway,
  hunt,
  inMs,
  place,
  podium,
  state,
  won,
} from "./examples.mjs";

const base = process.env.POINTHOUSE_URL ?? "http://localhost:3000";
const EVENTS = 10_000;
const STEP = 2_000;
const MEASURED_SECONDS = 20;

const kinds = ["win", "claim", "purchase", "winner", "challenge", "linked"];
const happening = (number) => ({
  ...example(kinds[number % kinds.length], { name: `member${number}`, amount: number }),
  id: `soak-${number}`,
  title: `Thing ${number}`,
  multiplier: 60,
});
const happens = (number) => ({ type: "overlay-happening", happening: happening(number) });
/** A state that differs from the one before it, as after a change on the site. */
const changes = (kind, factsOf) => (number) => ({
  type: "overlay-preview",
  state: state(kind, factsOf(number)),
});
const giveawayOf = (number) => {
  const id = `g${Math.floor(number / 10)}`;
  const more = { id, prize: `Prize ${id}`, tickets: number, entrants: number };
  return number % 10 < 9 ? giveaway(more) : won(more);
};
/** What each source begins with, and the message of its `number`th event. */
const sources = {
  alerts: {
    first: state("alerts", {}, { options: { leastMultiplier: 2, seconds: 3 } }),
    event: happens,
  },
  ticker: {
    first: state("ticker", { items: [] }, { options: { leastMultiplier: 2, itemSeconds: 2 } }),
    event: happens,
  },
  lower_third: lasting(
    changes("lower_third", (number) => ({
      line: number % 3 === 1 ? { text: `Line ${number}`, endsAt: inMs(600_000) } : null,
      next: { what: "giveaway_ends", title: `Giveaway ${number}`, at: inMs(600_000) },
    })),
  ),
  podium: lasting(
    changes("podium", (number) =>
      podium(...[0, 1, 2].map((rank) => place(`member${(number + rank) % 7}`, number - rank))),
    ),
  ),
  goal: lasting(changes("goal", (number) => ({ value: (number * 37) % 60_000 }))),
  hunt: lasting(
    changes("hunt", (number) =>
      hunt({
        won: number,
        opened: number % 40,
        last: { name: `Slot ${number}`, times: 2, win: 4 },
      }),
    ),
  ),
  giveaway: lasting(changes("giveaway", giveawayOf)),
};

/** A source whose events are states. */
function lasting(event) {
  return { first: event(0).state, event };
}

/** Opens a source inside of a page of the site, as the editor does. */
async function open(browser, first, isClockStopped) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  if (isClockStopped) await page.clock.install();
  // A page of the site's address without anything on it: the pages of the site have motion of their own.
  await page.route(`${base}/nothing`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" }),
  );
  await page.goto(`${base}/nothing`);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener(
          "message",
          ({ data }) => data?.type === "overlay-ready" && resolve(),
        );
        const frame = document.createElement("iframe");
        frame.style.cssText = "width:100%;height:100%;border:0";
        frame.src = "/stream/s/preview#preview";
        document.body.append(frame);
      }),
  );
  const send = (message) =>
    page.evaluate((sent) => {
      document.querySelector("iframe").contentWindow.postMessage(sent, window.location.origin);
    }, message);
  await send({ type: "overlay-preview", state: first });
  return { page, send };
}

async function heapOf(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

async function soak(browser, kind) {
  const { first: begins, event } = sources[kind];
  const { page } = await open(browser, begins, true);
  const session = await page.context().newCDPSession(page);
  const heaps = [];
  for (let number = 0; number <= EVENTS; number += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => event(number + index));
    await page.evaluate((sent) => {
      const target = document.querySelector("iframe").contentWindow;
      for (const one of sent) target.postMessage(one, window.location.origin);
    }, batch);
    await page.clock.runFor(400_000);
    if (number % STEP === 0) heaps.push(await heapOf(session));
  }
  // The first one is before most code has run.
  const [, first = 0] = heaps;
  const last = heaps.at(-1) ?? 0;
  const megabytes = heaps.map((bytes) => (bytes / 1e6).toFixed(2)).join(" ");
  console.log(`${kind}: heap ${megabytes} MB, ${(last / first).toFixed(3)} of the first`);
  await page.close();
}

/** Processor time of all of the browser's processes, in seconds. */
async function spentBy(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Prints the share of a core that the whole browser takes with a source; without one if `kind` is null. */
async function processor(browser, kind, everyMs) {
  const { page, send } =
    kind === null
      ? { page: await browser.newPage(), send: null }
      : await open(browser, sources[kind].first, false);
  const session = await browser.newBrowserCDPSession();
  await page.waitForTimeout(3_000);
  const before = await spentBy(session);
  for (let ms = 0; ms < MEASURED_SECONDS * 1_000; ms += everyMs ?? 1_000) {
    if (everyMs !== null) await send(sources[kind].event(ms / everyMs + 1));
    await page.waitForTimeout(everyMs ?? 1_000);
  }
  const share = ((await spentBy(session)) - before) / MEASURED_SECONDS;
  const when = everyMs === null ? "at rest" : `one each ${everyMs} ms`;
  console.log(`${kind ?? "an empty page"}, ${when}: ${(share * 100).toFixed(2)}% of a core`);
  await page.close();
}

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium-headless-shell";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const parts = ["heap", "processor"];
const part = parts.find((name) => name === process.argv[2]);
const named = process.argv.slice(part === undefined ? 2 : 3);
const chosen = Object.keys(sources).filter((kind) => named.length === 0 || named.includes(kind));
if (part !== "processor") for (const kind of chosen) await soak(browser, kind);
if (part !== "heap") {
  await processor(browser, null, null);
  for (const kind of chosen) {
    await processor(browser, kind, null);
    await processor(browser, kind, 4_000);
  }
}
await browser.close();
