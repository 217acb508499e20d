import { svg } from "./dom";
import type { Scene } from "./scenes";

const tone = (name: string) => `rgb(var(--${name}))`;

const stops = (colours: readonly string[]) =>
  colours.map((colour, index) =>
    svg("stop", { offset: index / (colours.length - 1), "stop-color": colour }),
  );

const gradient = (id: string, x2: number, y2: number, colours: readonly string[]) =>
  svg("linearGradient", { id, x1: 0.1, y1: 0, x2, y2 }, ...stops(colours));

/** The accent of the site, lit from above left (stream.html). Its parts are named once, here. */
export function paints(): SVGElement {
  return svg(
    "svg",
    { class: "paints", "aria-hidden": "true", width: 0, height: 0 },
    svg(
      "defs",
      {},
      gradient("gold", 0.8, 1, [tone("pale"), tone("gold"), tone("deep")]),
      gradient("deep", 0.8, 1, [tone("deep"), tone("deepest")]),
      gradient("wood", 0.4, 1, ["#6b4c31", "#3d2a1b"]),
      gradient("dark", 0.4, 1, ["#3a2f33", "#1a1419"]),
    ),
  );
}

const GOLD = "url(#gold)";
const DEEP = "url(#deep)";
const DARK = "url(#dark)";
/** On gold. */
const INK = tone("ink");
/** Edges in the light. */
const PALE = tone("pale");

const path = (d: string, fill: string) => svg("path", { d, fill });
const circle = (cx: number, cy: number, r: number, fill: string) =>
  svg("circle", { cx, cy, r, fill });
const line = (d: string, stroke: string, width: number) =>
  svg("path", {
    d,
    stroke,
    fill: "none",
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });

/** The drawing of a scene, on a field of 96 by 96. */
export function artOf(scene: Scene): SVGElement {
  return svg(
    "svg",
    { class: "art", viewBox: "0 0 96 96", "aria-hidden": "true" },
    ...drawings[scene](),
  );
}

const drawings: Record<Scene, () => readonly SVGElement[]> = {
  intro: house,
  challenges: target,
  giveaways: gift,
  points: trophy,
  signup: key,
};

/** The mark of the site: a house that holds one point. */
function house(): readonly SVGElement[] {
  const walls =
    "M40.8 9.3a11.7 11.7 0 0 1 14.4 0l25.5 19.8a12 12 0 0 1 4.5 9.6v34.8a13.5 13.5 0 0 1-13.5 13.5H24.3a13.5 13.5 0 0 1-13.5-13.5V38.7a12 12 0 0 1 4.5-9.6z";
  return [path(walls, GOLD), circle(48, 54, 15.6, "#17121a")];
}

function target(): readonly SVGElement[] {
  return [
    circle(45, 52, 39, DEEP),
    circle(45, 51, 38, GOLD),
    circle(45, 51, 30.5, DARK),
    circle(45, 51, 23, GOLD),
    circle(45, 51, 15.5, DARK),
    circle(45, 51, 8, GOLD),
    line("M45 51 80 16", "#17121a", 8),
    line("M45 51 78 18", PALE, 3.6),
    path("M71 25V12.5L82.500 1v12.500H95L83.500 25z", GOLD),
    line("M71 25 88 8", INK, 2),
  ];
}

function gift(): readonly SVGElement[] {
  return [
    path("M13 44h70v36a8 8 0 0 1-8 8H21a8 8 0 0 1-8-8z", "url(#wood)"),
    path("M39 44h18v44H39z", GOLD),
    svg("rect", { x: 7, y: 27, width: 82, height: 20, rx: 6, fill: DEEP }),
    svg("rect", { x: 7, y: 26, width: 82, height: 19, rx: 6, fill: "#7d5a3a" }),
    path("M39 26h18v19H39z", GOLD),
    line("M47 25C34 25 22 21 24 12c2-8 18-6 23 13z", GOLD, 6.5),
    line("M49 25c13 0 25-4 23-13-2-8-18-6-23 13z", GOLD, 6.5),
    svg("rect", { x: 41, y: 19.5, width: 14, height: 11, rx: 4, fill: GOLD }),
    line("M13 52h26M57 52h26", "#2c1d12", 3),
  ];
}

function trophy(): readonly SVGElement[] {
  return [
    line("M25 20H10c0 19 7 29 20 30M71 20h15c0 19-7 29-20 30", DEEP, 6.5),
    line("M25 19H10c0 19 7 29 20 30M71 19h15c0 19-7 29-20 30", GOLD, 4.5),
    path("M22 8h52v25c0 18-11 30-26 30S22 51 22 33z", GOLD),
    path("M22 8h10v25c0 14 5 24 14 30-14-1-24-13-24-30z", PALE),
    path("M43 61h10l2 14H41z", DEEP),
    svg("rect", { x: 29, y: 74, width: 38, height: 15, rx: 5, fill: DEEP }),
    svg("rect", { x: 29, y: 73, width: 38, height: 4.5, rx: 2.2, fill: GOLD }),
    path(
      "m48 18 4.400 9 9.900 1.400-7.200 6.900 1.700 9.800-8.800-4.600-8.800 4.600 1.700-9.800-7.200-6.900L43.600 27z",
      INK,
    ),
  ];
}

function key(): readonly SVGElement[] {
  return [
    svg(
      "g",
      { transform: "rotate(-45 48 48)" },
      path("M44 43h50v11h-8v11H75V54h-7v8H57v-8H44z", DEEP),
      path("M44 42h50v10h-8v11H75V52h-7v8H57v-8H44z", GOLD),
      circle(25, 49, 25, DEEP),
      circle(25, 48, 24, GOLD),
      circle(20, 48, 9.5, "#17121a"),
      line("M46 45h44", PALE, 2),
    ),
  ];
}
