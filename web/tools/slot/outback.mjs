// Writes the night behind the slot. The scene is drawn by hand in outback.scene.svg; what there is
// too much of to place by hand (stars, blades of the windmill, tufts of grass) is strewn here, the
// same in every run. Run it with `node tools/slot/outback.mjs` after changing the scene.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../../src/features/games/slot/art/outback.svg");
const WIDTH = 1440;

/** A small generator (mulberry32): the picture must not change by itself. */
let state = 11;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const between = (low, high) => low + random() * (high - low);
const oneOf = (values) => values[Math.floor(random() * values.length)];
const near = (centre, spread) => centre + (random() + random() + random() - 1.5) * spread;

/** Stars thin out towards the horizon; a band of faint ones crosses the sky. */
function stars() {
  const byBrightness = new Map();
  const add = (x, y, radius, brightness) => {
    const dot = `M${(x - radius).toFixed(0)} ${y.toFixed(0)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0`;
    const key = brightness.toFixed(1);
    byBrightness.set(key, (byBrightness.get(key) ?? "") + dot);
  };
  for (let star = 0; star < 230; star += 1) {
    const [x, y] = [between(0, WIDTH), between(0, 420)];
    if (random() < y / 470) continue;
    add(x, y, oneOf([0.7, 0.8, 0.9, 1, 1.2, 1.6]), between(0.25, 0.9));
  }
  for (let star = 0; star < 150; star += 1) {
    const along = random();
    const y = near(330 - along * 330, 70);
    if (y > 0 && y < 340) add(420 + along * 900, y, oneOf([0.5, 0.6, 0.8, 1]), between(0.15, 0.55));
  }
  return [...byBrightness]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([brightness, dots]) => `  <path fill="#ffeccb" opacity="${brightness}" d="${dots}"/>`);
}

/** Blades of the windmill from one number to another, of fourteen. */
function blades(first, last, outline) {
  return Array.from({ length: last - first }, (_, index) => {
    const turn = (((first + index) * 360) / 14).toFixed(1);
    return `    <path transform="rotate(${turn})" d="${outline}"/>`;
  });
}

/** Spinifex, larger the nearer it stands, and rarer under the reels. */
function tufts() {
  const paths = [];
  for (let tuft = 0; tuft < 34; tuft += 1) {
    const [x, y] = [between(0, WIDTH), between(640, 740)];
    if (x > 380 && x < 1020 && random() < 0.4) continue;
    const size = between(0.6, 1.5) * (0.7 + (y - 640) / 140);
    const stalks = [-3, -2, -1, 0, 1, 2, 3].map((lean) => {
      const [aside, tip] = [(lean * 3 * size).toFixed(0), (lean * 8 * size).toFixed(0)];
      const height = ((22 - Math.abs(lean) * 4) * size).toFixed(0);
      const bend = (10 * size).toFixed(0);
      const back = (-lean * 2 * size).toFixed(0);
      const foot = (-lean * 4 * size).toFixed(0);
      return `M${x.toFixed(0)} ${y.toFixed(0)}q${aside} -${bend} ${tip} -${height}q${back} ${bend} ${foot} ${height}`;
    });
    const shade = oneOf(["#2c1413", "#3a1a16", "#1f0e11"]);
    paths.push(`  <path fill="${shade}" d="${stalks.join("")}z"/>`);
  }
  return paths;
}

const strewn = {
  "<!-- stars -->": stars(),
  "<!-- blades -->": blades(0, 14, "M-3-16l-9-54 20-3-5 57z"),
  "<!-- lit blades -->": blades(8, 13, "M-9-58l-3-12 20-3v6z"),
  "<!-- tufts -->": tufts(),
};
const scene = await readFile(join(here, "outback.scene.svg"), "utf8");
const lines = scene.split("\n").flatMap((line) => strewn[line] ?? [line]);
await writeFile(target, lines.join("\n"));
