/** The canvas that plates stand on, whatever size the broadcast has. */
export const CANVAS = { width: 1920, height: 1080 } as const;
export const WIDTH_MIN = 120;
export const HEIGHT_MIN = 60;
/** Spacing in pixels of the grid for plates that snap to nothing else. */
const GRID = 10;
const LARGE_STEP = 10;

/** Where a source stands on the canvas, in whole pixels. */
export type Plate = { x: number; y: number; width: number; height: number };

export const HANDLES = ["n", "s", "w", "e", "nw", "ne", "sw", "se"] as const;
/** The edge or the corner that a plate is sized by. */
export type Handle = (typeof HANDLES)[number];

export type Snap = {
  /** The plates of the other sources. */
  others: readonly Plate[];
  /** From how far away a line attracts, in pixels of the canvas. */
  reach: number;
};

/** Lines that a plate has snapped to. */
export type Guides = { x: number | null; y: number | null };
export type Placed = { plate: Plate; guides: Guides };

/** One direction of a plate: where it begins, and how long it is. */
type Span = { start: number; length: number };
type Axis = { size: number; least: number; lines: readonly number[] };

const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most));

const toGrid = (value: number) => Math.round(value / GRID) * GRID;

const across = ({ x, width }: Plate): Span => ({ start: x, length: width });
const down = ({ y, height }: Plate): Span => ({ start: y, length: height });

/** Both edges and the middle. */
const anchorsOf = ({ start, length }: Span) => [
  start,
  start + Math.round(length / 2),
  start + length,
];

function axesOf(snap: Snap | null): { x: Axis; y: Axis } {
  const others = snap?.others ?? [];
  const axis = (size: number, least: number, spanOf: (plate: Plate) => Span): Axis => ({
    size,
    least,
    lines: [...anchorsOf({ start: 0, length: size }), ...others.map(spanOf).flatMap(anchorsOf)],
  });
  return {
    x: axis(CANVAS.width, WIDTH_MIN, across),
    y: axis(CANVAS.height, HEIGHT_MIN, down),
  };
}

/** The way to the nearest line within reach; null where none is. */
function pull(anchors: readonly number[], lines: readonly number[], reach: number) {
  const ways = anchors.flatMap((anchor) => lines.map((line) => ({ by: line - anchor, line })));
  const near = ways.filter(({ by }) => Math.abs(by) <= reach);
  return near.toSorted((one, other) => Math.abs(one.by) - Math.abs(other.by))[0] ?? null;
}

function moveSpan(span: Span, by: number, { size, lines }: Axis, snap: Snap | null) {
  const most = size - span.length;
  const wanted = Math.round(span.start + by);
  if (snap === null) return { span: { ...span, start: clamp(wanted, 0, most) }, guide: null };
  const found = pull(anchorsOf({ ...span, start: wanted }), lines, snap.reach);
  const start = clamp(found === null ? toGrid(wanted) : wanted + found.by, 0, most);
  const isThere = found !== null && start === wanted + found.by;
  return { span: { ...span, start }, guide: isThere ? found.line : null };
}

function sizeSpan(
  span: Span,
  by: number,
  { size, least, lines }: Axis,
  { isEnd, snap }: { isEnd: boolean; snap: Snap | null },
) {
  const end = span.start + span.length;
  const wanted = Math.round((isEnd ? end : span.start) + by);
  const found = snap === null ? null : pull([wanted], lines, snap.reach);
  const aimed = found?.line ?? (snap === null ? wanted : toGrid(wanted));
  const edge = isEnd
    ? clamp(aimed, span.start + least, size)
    : clamp(aimed, 0, Math.max(0, end - least));
  const next = isEnd
    ? { start: span.start, length: edge - span.start }
    : { start: edge, length: end - edge };
  return { span: next, guide: found !== null && edge === found.line ? found.line : null };
}

const still = (span: Span) => ({ span, guide: null });

const plateFrom = (x: Span, y: Span): Plate => ({
  x: x.start,
  y: y.start,
  width: x.length,
  height: y.length,
});

/** The plate within the canvas, in whole pixels and no smaller than a plate may be. */
export function within(plate: Plate): Plate {
  const width = clamp(Math.round(plate.width), WIDTH_MIN, CANVAS.width);
  const height = clamp(Math.round(plate.height), HEIGHT_MIN, CANVAS.height);
  return {
    x: clamp(Math.round(plate.x), 0, CANVAS.width - width),
    y: clamp(Math.round(plate.y), 0, CANVAS.height - height),
    width,
    height,
  };
}

/** A plate that is dragged so far. Without `snap` it stands on the pixel. */
export function movePlate(start: Plate, by: { x: number; y: number }, snap: Snap | null): Placed {
  const axes = axesOf(snap);
  const x = moveSpan(across(start), by.x, axes.x, snap);
  const y = moveSpan(down(start), by.y, axes.y, snap);
  return { plate: plateFrom(x.span, y.span), guides: { x: x.guide, y: y.guide } };
}

/** A plate whose edge or corner is dragged so far. */
export function sizePlate(
  start: Plate,
  handle: Handle,
  by: { x: number; y: number },
  snap: Snap | null,
): Placed {
  const axes = axesOf(snap);
  const isWide = handle.includes("e") || handle.includes("w");
  const isHigh = handle.includes("n") || handle.includes("s");
  const x = isWide
    ? sizeSpan(across(start), by.x, axes.x, { isEnd: handle.includes("e"), snap })
    : still(across(start));
  const y = isHigh
    ? sizeSpan(down(start), by.y, axes.y, { isEnd: handle.includes("s"), snap })
    : still(down(start));
  return { plate: plateFrom(x.span, y.span), guides: { x: x.guide, y: y.guide } };
}

type Keys = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean };

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The plate after a key: arrows move it, with Alt or Ctrl they size it, with Shift by ten. Null for other keys. */
export function keyPlate(plate: Plate, { key, shiftKey, altKey, ctrlKey }: Keys): Plate | null {
  const way = WAYS[key];
  if (way === undefined) return null;
  const step = shiftKey ? LARGE_STEP : 1;
  const by = { x: way[0] * step, y: way[1] * step };
  return altKey || ctrlKey
    ? sizePlate(plate, "se", by, null).plate
    : movePlate(plate, by, null).plate;
}

type Point = { x: number; y: number };

const contains = ({ x, y, width, height }: Plate, point: Point) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;

/** Which of the plates at a point comes after the one that is chosen: a press goes through what lies on top. */
export function nextAt(plates: readonly Plate[], chosen: number, point: Point): number {
  const here = plates.flatMap((plate, index) => (contains(plate, point) ? [index] : []));
  return here[(here.indexOf(chosen) + 1) % here.length] ?? chosen;
}
