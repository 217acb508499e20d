// Writes the font files of src/app/fonts. Archivo is drawn at one width (112%) and between two
// weights only, which takes it from 90 kB to a third of that; Geist keeps its whole weight axis. The stream's pages
// have both at one weight, which takes them from 43 kB to a third.
// Run it with `npm run fonts` after changing a range or a source version.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const here = dirname(fileURLToPath(import.meta.url));
const sources = join(here, "node_modules/@fontsource-variable");
const target = join(here, "../../src/app/fonts");

const charactersBetween = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");

// Printable ASCII, Latin-1 and the punctuation, currency and arrows the pages use.
const latin = `${charactersBetween(0x20, 0x7e)}${charactersBetween(0xa0, 0xff)}–—‘’“”„•…‹›€™−×≈ıŒœ`;
// What nearly every text of the stream's pages has. Letters with marks and rare signs are in files of their own,
// so that a name with one of them costs a few kB.
const ascii = charactersBetween(0x20, 0x7e).replace(/[<>[\\\]^`{|}~]/g, "");
const common = `${ascii}\u00a0·×–—’“”…€−`;
const lessCommon = Array.from(latin)
  .filter((letter) => !common.includes(letter))
  .join("");
const latinExtended = charactersBetween(0x100, 0x17f);

const features = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "tnum", "lnum", "zero"];
const streamFeatures = ["kern", "tnum"];
const headingAxes = { wdth: 112, wght: { min: 600, max: 800, default: 700 } };

const jobs = [
  {
    from: "archivo/files/archivo-latin-standard-normal.woff2",
    to: "archivo-latin.woff2",
    text: latin,
    axes: headingAxes,
  },
  {
    from: "archivo/files/archivo-latin-ext-standard-normal.woff2",
    to: "archivo-latin-ext.woff2",
    text: latinExtended,
    axes: headingAxes,
  },
  {
    from: "geist/files/geist-latin-wght-normal.woff2",
    to: "geist-latin.woff2",
    text: latin,
    axes: { wght: { min: 400, max: 700, default: 400 } },
  },
  {
    from: "archivo/files/archivo-latin-standard-normal.woff2",
    to: "archivo-stream.woff2",
    text: common,
    axes: { wdth: 112, wght: 780 },
    features: streamFeatures,
  },
  {
    from: "geist/files/geist-latin-wght-normal.woff2",
    to: "geist-stream.woff2",
    text: common,
    axes: { wght: 650 },
    features: streamFeatures,
  },
  {
    from: "geist/files/geist-latin-ext-wght-normal.woff2",
    to: "geist-latin-ext.woff2",
    text: latinExtended,
    axes: { wght: { min: 400, max: 700, default: 400 } },
  },
];

for (const { stream, axes } of [
  { stream: "archivo", axes: { wdth: 112, wght: 780 } },
  { stream: "geist", axes: { wght: 650 } },
]) {
  const part = stream === "archivo" ? "standard" : "wght";
  for (const [set, text] of [
    ["latin", lessCommon],
    ["latin-ext", latinExtended],
  ])
    jobs.push({
      from: `${stream}/files/${stream}-${set}-${part}-normal.woff2`,
      to: `${stream}-${set}-stream.woff2`,
      text,
      axes,
      features: streamFeatures,
    });
}

await mkdir(target, { recursive: true });
for (const job of jobs) {
  const source = await readFile(join(sources, job.from));
  const font = await subsetFont(source, job.text, {
    targetFormat: "woff2",
    variationAxes: job.axes,
    keepFeatures: job.features ?? features,
  });
  await writeFile(join(target, job.to), font);
  console.log(
    `${job.to}: ${(font.length / 1000).toFixed(1)} kB (source ${(source.length / 1000).toFixed(1)} kB)`,
  );
}
for (const family of ["archivo", "geist"]) {
  await copyFile(join(sources, family, "LICENSE"), join(target, `${family}-license.txt`));
}
