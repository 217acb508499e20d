/** A shape of an icon of lucide: its element and attributes. */
export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

const NUMBER = String.raw`[-+]?(?:\d*\.\d+|\d+)(?:e[-+]?\d+)?`;
const FIRST_MOVE = new RegExp(String.raw`^m\s*(${NUMBER})[\s,]*(${NUMBER})\s*,?\s*(.*)$`, "s");

/** Attributes that describe the outline. A shape with any other is drawn by itself. */
const OUTLINES: Readonly<Record<string, readonly string[]>> = {
  path: ["d"],
  line: ["x1", "y1", "x2", "y2"],
  circle: ["cx", "cy", "r"],
  ellipse: ["cx", "cy", "rx", "ry"],
  rect: ["x", "y", "width", "height", "rx", "ry"],
  polyline: ["points"],
  polygon: ["points"],
};

/** Joins the shapes of an icon into one path. Shapes with a fill or another attribute stay as they are. */
export function joinShapes(shapes: readonly Shape[]): { path: string; others: Shape[] } {
  const paths: string[] = [];
  const others: Shape[] = [];
  for (const [tag, { key: _, ...attributes }] of shapes) {
    const known = OUTLINES[tag];
    if (known !== undefined && Object.keys(attributes).every((name) => known.includes(name)))
      paths.push(outlineOf(tag, attributes));
    else others.push([tag, attributes]);
  }
  return { path: paths.join(""), others };
}

function outlineOf(tag: string, attributes: Readonly<Record<string, string>>): string {
  const number = (name: string) => Number(attributes[name] ?? 0);
  switch (tag) {
    case "path":
      return startAbsolute(attributes.d ?? "");
    case "line":
      return `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`;
    case "circle":
      return ellipse(number("cx"), number("cy"), number("r"), number("r"));
    case "ellipse":
      return ellipse(number("cx"), number("cy"), number("rx"), number("ry"));
    case "rect": {
      const rx = number(attributes.rx === undefined ? "ry" : "rx");
      const ry = number(attributes.ry === undefined ? "rx" : "ry");
      return rectangle(number("x"), number("y"), number("width"), number("height"), rx, ry);
    }
    default:
      return `M${(attributes.points ?? "").trim()}${tag === "polygon" ? "z" : ""}`;
  }
}

/** A path that begins with "m" begins at an absolute point, but only where no other path comes before it. */
function startAbsolute(path: string): string {
  const [, x, y, rest = ""] = FIRST_MOVE.exec(path.trim()) ?? [];
  if (x === undefined || y === undefined) return path.trim();
  // Further points after "m" are relative lines; after "M" they would be absolute.
  return `M${x} ${y}${/^[-+.\d]/.test(rest) ? "l" : ""}${rest}`;
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const half = `a${rx} ${ry} 0 1 1`;
  return `M${round(cx - rx)} ${cy}${half} ${round(2 * rx)} 0${half} ${round(-2 * rx)} 0z`;
}

function rectangle(x: number, y: number, w: number, h: number, rx: number, ry: number): string {
  if (rx === 0 || ry === 0) return `M${x} ${y}h${w}v${h}h${-w}z`;
  const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  const [wide, high] = [round(w - 2 * rx), round(h - 2 * ry)];
  return `M${round(x + rx)} ${y}h${wide}${corner(rx, ry)}v${high}${corner(-rx, ry)}h${-wide}${corner(-rx, -ry)}v${-high}${corner(rx, -ry)}z`;
}

/** Removes the errors of binary fractions. */
function round(value: number): number {
  return Number(value.toFixed(4));
}
