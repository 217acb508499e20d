// Takes pictures of every source of the overlay in every state, over white, black and a moving game, at four sizes,
// and ten frames of each transition. Also fails when a text leaves its plate or is cut without dots.
// usage: CHROMIUM_PATH=... node tools/overlay/pictures.mjs FOLDER [NAME]   (after npm run build)
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { preview } from "vite";
import { scenarios } from "./scenarios.mjs";
import { transitions } from "./transitions.mjs";

const [folder = "/tmp/overlay-pictures", only = ""] = process.argv.slice(2);
const SIZES = [
  [1920, 1080],
  [1280, 720],
  [2560, 1440],
  [1080, 1920],
];
/** What is under a source. Nothing of a source depends on it, so each picture is taken once, without a ground. */
const GROUNDS = ["white", "black", "game"];
/** A picture that moves like a game: lights and fields of strong colour. */
const game = `
  <style>body{margin:0;background:#123}div{position:fixed;inset:-20%;animation:m 6s linear infinite alternate;
  background:repeating-linear-gradient(115deg,#1d6f42 0 90px,#e8e23c 90px 130px,#b5452c 130px 260px,#2a2f8f 260px 330px,#f5f5f5 330px 372px,#0a0a0a 372px 430px)}
  p{position:fixed;inset:0;margin:0;background:radial-gradient(circle at 30% 30%,#fff8,transparent 30%),radial-gradient(circle at 80% 70%,#0f06,transparent 40%)}
  @keyframes m{to{transform:translate(9%,7%) scale(1.1)}}</style><div></div><p></p>`;
const page = (ground) =>
  `<!doctype html>${{ none: "", game }[ground] ?? `<body style="margin:0;background:${ground}">`}
   <iframe src="/stream/s/preview#preview" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>`;

const server = await preview({ preview: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
const { port } = server.httpServer.address();
const origin = `http://127.0.0.1:${port}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ["--disable-gpu"],
});
const problems = [];

async function open(width, height, ground) {
  const context = await browser.newContext({
    viewport: { width, height },
    timezoneId: "UTC",
    serviceWorkers: "block",
  });
  const tab = await context.newPage();
  tab.on("pageerror", (error) => problems.push(String(error)));
  await tab.route("**/ground.html", (route) =>
    route.fulfill({ contentType: "text/html", body: page(ground) }),
  );
  const ready = tab.addInitScript(() => {
    globalThis.ready = new Promise((resolve) =>
      addEventListener("message", ({ data }) => data?.type === "overlay-ready" && resolve()),
    );
  });
  await ready;
  await tab.goto(`${origin}/ground.html`);
  return tab;
}

async function renew(tab) {
  await tab.reload();
  await tab.evaluate(() => globalThis.ready);
}

async function send(tab, { state, happening, wait = 0 }) {
  await tab.evaluate(
    ([one, other]) => {
      const { contentWindow } = document.querySelector("iframe");
      // Preview states are as old as the run; times in them are from its start.
      if (one) contentWindow.postMessage({ type: "overlay-preview", state: one }, location.origin);
      if (other)
        contentWindow.postMessage({ type: "overlay-happening", happening: other }, location.origin);
    },
    [state && { ...state, now: new Date().toISOString() }, happening],
  );
  await tab.waitForTimeout(wait);
}

/** Texts that leave the plate, or end in dots although they must be whole. */
async function findCut(tab) {
  const frame = tab.frames()[1];
  return frame.evaluate(() => {
    const plate = document.querySelector("main");
    if (plate === null) return ["no plate"];
    const outer = plate.getBoundingClientRect();
    const banner =
      ".eyebrow, .headline, .line, .address, .title, .note, .amount, .name, .letters, .step p";
    const parts = plate.classList.contains("plate")
      ? banner
      : ".words, .rolling, .podium-step, .stat, .symbol";
    return [...plate.querySelectorAll(parts)].flatMap((text) => {
      const isUnseen = text.offsetParent === null || text.textContent === "";
      if (isUnseen || text.closest(".run-strip") !== null) return [];
      const at = text.getBoundingClientRect();
      const isOut =
        at.left < outer.left - 1 ||
        at.right > outer.right + 1 ||
        at.top < outer.top - 1 ||
        at.bottom > outer.bottom + 1;
      const isCut =
        text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 2;
      const size = Number.parseFloat(getComputedStyle(text).fontSize);
      // On an upright canvas everything must be large enough for a phone.
      const isUpright = innerHeight > innerWidth;
      const isSmall = isUpright ? size < (28 * innerWidth) / 1080 : size < innerHeight / 72;
      const faults = [isSmall && `small (${size})`, isOut && "out", isCut && "dots"];
      return faults
        .filter((fault) => fault !== false)
        .map((fault) => `${fault}: ${text.className}: ${text.textContent}`);
    });
  });
}

await mkdir(folder, { recursive: true });
const wanted = ({ name }) => name.includes(only);
/** A part of the pictures is enough while one source is drawn. */
const isTaken = ([width]) => only === "" || process.env.ALL_SIZES !== undefined || width === 1920;

/** Takes the pictures of all names that are left, without a ground. */
async function takeAll(width, height, left) {
  const tab = await open(width, height, "none");
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    await renew(tab);
    // Made again for each picture: its times are counted from now.
    const scenario = scenarios().find((one) => one.name === name);
    for (const step of scenario.steps) await send(tab, step);
    await tab.screenshot({
      path: join(folder, `${width}x${height}`, `${name}.png`),
      omitBackground: true,
    });
    for (const cut of await findCut(tab)) problems.push(`${width}x${height} ${name}: ${cut}`);
  }
  await tab.context().close();
}

/** Puts the pictures of a size over a ground. */
async function putOver(ground, width, height, names) {
  const tab = await open(width, height, ground);
  const place = join(folder, `${width}x${height}-${ground}`);
  await mkdir(place, { recursive: true });
  const image = await tab.evaluateHandle(() => {
    const shown = new Image();
    shown.style.cssText = "position:fixed;inset:0";
    document.querySelector("iframe").replaceWith(shown);
    return shown;
  });
  for (const name of names) {
    const file = await readFile(join(folder, `${width}x${height}`, `${name}.png`), "base64");
    await image.evaluate((shown, data) => {
      shown.src = `data:image/png;base64,${data}`;
      return shown.decode();
    }, file);
    await tab.screenshot({ path: join(place, `${name}.png`) });
  }
  await tab.context().close();
}

/** As many at a time: most of a picture is waiting for its animations. */
const TABS = 6;
for (const [width, height] of SIZES.filter(isTaken)) {
  const names = scenarios()
    .filter(wanted)
    .map(({ name }) => name);
  const left = [...names];
  await mkdir(join(folder, `${width}x${height}`), { recursive: true });
  await Promise.all(Array.from({ length: TABS }, () => takeAll(width, height, left)));
  for (const ground of GROUNDS) await putOver(ground, width, height, names);
}

const tab = await open(1920, 1080, "game");
for (const { name } of transitions().filter(wanted)) {
  await renew(tab);
  const transition = transitions().find((one) => one.name === name);
  for (const step of transition.before) await send(tab, step);
  if (transition.step !== null) await send(tab, transition.step);
  const place = join(folder, "frames", transition.name);
  await mkdir(place, { recursive: true });
  const clip = await tab.frames()[1].evaluate(() => {
    const { x, y, width, height } = document.querySelector("main")?.getBoundingClientRect() ?? {
      x: 0,
      y: 0,
      width: 1920,
      height: 1080,
    };
    // Paper flies around the plate.
    const [left, top] = [Math.max(0, x - 100), Math.max(0, y - 100)];
    return {
      x: left,
      y: top,
      width: Math.min(1920 - left, width + 200),
      height: Math.min(1080 - top, height + 200),
    };
  });
  const begin = Date.now();
  for (let frame = 0; frame < 10; frame += 1) {
    await tab.waitForTimeout(Math.max(0, begin + frame * transition.every - Date.now()));
    await tab.screenshot({ path: join(place, `${String(frame)}.png`), clip });
  }
}
await browser.close();
await server.close();
await writeFile(join(folder, "problems.txt"), `${[...new Set(problems)].join("\n")}\n`);
console.log([...new Set(problems)].join("\n") || "no problems");
process.exitCode = problems.length > 0 ? 1 : 0;
