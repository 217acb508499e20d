/**
 * Sends 10,000 happenings to the alerts and the ticker of the overlay in compressed time, and prints the heap after each
 * 2,000, garbage collected, and the processor time of sources at rest and in motion beside that of an empty page.
 * usage: POINTHOUSE_URL=http://localhost:3000 node tools/overlay/soak.mjs [processor]   (a running site; nothing on it is changed)
 */
import { chromium } from "@playwright/test";

const base = process.env.POINTHOUSE_URL ?? "http://localhost:3000";
const EVENTS = 10_000;
const STEP = 2_000;
const MEASURED_SECONDS = 20;

const stateOf = (kind, options, facts) => ({
  build: "soak",
  now: new Date().toISOString(),
  isTest: false,
  source: {
    x: 0,
    y: 0,
    width: 1_200,
    height: 120,
    locale: "en-US",
    volume: 0,
    options: { kind, ...options },
  },
  site: { name: "Pointhouse", pointsName: "points", pointsOne: "point", theme: "--accent:#f2c24d" },
  facts: { kind, ...facts },
});
const kinds = ["win", "claim", "purchase", "winner", "challenge", "linked"];
const happening = (number) => ({
  id: `soak-${number}`,
  at: new Date().toISOString(),
  kind: kinds[number % kinds.length],
  name: `member${number}`,
  isNamed: true,
  title: `Thing ${number}`,
  amount: number,
  multiplier: 60,
});
const sources = {
  alerts: stateOf(
    "alerts",
    { shows: ["win", "winner", "challenge", "linked"], leastMultiplier: 2, seconds: 3 },
    {},
  ),
  ticker: stateOf(
    "ticker",
    { shows: ["win", "claim", "purchase"], leastMultiplier: 2, itemSeconds: 2 },
    { items: [] },
  ),
};

/** Opens a source inside of a page of the site, as the editor does. */
async function open(browser, state, isClockStopped) {
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
  await send({ type: "overlay-preview", state });
  return { page, send };
}

async function heapOf(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

async function soak(browser, kind) {
  const { page } = await open(browser, sources[kind], true);
  const session = await page.context().newCDPSession(page);
  const heaps = [];
  for (let number = 0; number <= EVENTS; number += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => happening(number + index));
    await page.evaluate((sent) => {
      const target = document.querySelector("iframe").contentWindow;
      for (const one of sent)
        target.postMessage({ type: "overlay-happening", happening: one }, window.location.origin);
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
      : await open(browser, sources[kind], false);
  const session = await browser.newBrowserCDPSession();
  await page.waitForTimeout(3_000);
  const before = await spentBy(session);
  for (let ms = 0; ms < MEASURED_SECONDS * 1_000; ms += everyMs ?? 1_000) {
    if (everyMs !== null) await send({ type: "overlay-happening", happening: happening(ms) });
    await page.waitForTimeout(everyMs ?? 1_000);
  }
  const share = ((await spentBy(session)) - before) / MEASURED_SECONDS;
  const when = everyMs === null ? "at rest" : `one each ${everyMs} ms`;
  console.log(`${kind ?? "an empty page"}, ${when}: ${(share * 100).toFixed(2)}% of a core`);
  await page.close();
}

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium-headless-shell";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
if (process.argv[2] !== "processor")
  for (const kind of Object.keys(sources)) await soak(browser, kind);
await processor(browser, null, null);
for (const kind of Object.keys(sources)) {
  await processor(browser, kind, null);
  await processor(browser, kind, 4_000);
}
await browser.close();
