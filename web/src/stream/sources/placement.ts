/** Where a source is, in pixels of a canvas of 1920 by 1080. */
export type Plate = { x: number; y: number; width: number; height: number };

type Canvas = { width: number; height: number };
type Placement = { left: number; top: number; width: number; height: number };

const DRAWN: Canvas = { width: 1920, height: 1080 };
const LEAST = { width: 120, height: 60 };

/**
 * Where the plate is on a canvas of any size: as large as the canvas allows, never off it, and with the same
 * share of the free space on each side.
 */
export function placementOf(canvas: Canvas, plate: Plate): Placement {
  const width = Math.min(DRAWN.width, Math.max(LEAST.width, plate.width));
  const height = Math.min(DRAWN.height, Math.max(LEAST.height, plate.height));
  const scale = Math.min(
    Math.min(canvas.width, canvas.height) / DRAWN.height,
    canvas.width / width,
    canvas.height / height,
  );
  return {
    left: share(plate.x, DRAWN.width - width) * (canvas.width - width * scale),
    top: share(plate.y, DRAWN.height - height) * (canvas.height - height * scale),
    width: width * scale,
    height: height * scale,
  };
}

/** On a canvas that is upright, texts are as large as a phone needs them: an em of this share of its width. */
const UPRIGHT_EM = 48 / 1080;
/** The largest plate on it, as shares of its width and height. */
const UPRIGHT_WIDTH = 0.92;
const UPRIGHT_HEIGHT = 0.6;

/**
 * Where the plate is, with the shape of what is on it. An upright canvas has little width, so that a part of it would be
 * too small to read: a plate takes what its best shape needs there, and keeps the share of the free space on each side.
 */
export function arrangementOf(
  canvas: Canvas,
  plate: Plate,
  shapes: readonly [Shape, ...Shape[]],
): Placement & { name: string; em: number } {
  const at = placementOf(canvas, plate);
  const chosen = shapeFor(shapes, at);
  const isStrip = plate.width >= DRAWN.width;
  const widest = isStrip ? canvas.width : canvas.width * UPRIGHT_WIDTH;
  const room = { width: widest, height: canvas.height * UPRIGHT_HEIGHT };
  const readable = shapeFor(shapes, room, canvas.width * UPRIGHT_EM, NEARLY_UPRIGHT);
  const { em } = readable;
  if (canvas.width >= canvas.height || chosen.em >= em) return { ...at, ...chosen };
  const shape = shapes.find(({ name }) => name === readable.name) ?? shapes[0];
  const width = isStrip ? canvas.width : shape.width * em;
  const height = shape.height * em;
  const before = { width: DRAWN.width - plate.width, height: DRAWN.height - plate.height };
  return {
    left: share(plate.x, before.width) * (canvas.width - width),
    top: share(plate.y, before.height) * (canvas.height - height),
    width,
    height,
    name: shape.name,
    em,
  };
}

/** The part of the free space before the plate. */
function share(before: number, free: number): number {
  return free <= 0 ? 0 : Math.min(1, Math.max(0, before / free));
}

/** A way to arrange what is on a plate, with the size that it needs in em. */
export type Shape = { name: string; width: number; height: number };

/** How much smaller than the best one an earlier shape may be and is still taken. */
const NEARLY = 0.84;
const NEARLY_UPRIGHT = 0.66;

/** The first shape of the list whose text is nearly as large as that of the best one. */
export function shapeFor(
  shapes: readonly [Shape, ...Shape[]],
  { width, height }: { width: number; height: number },
  most = Number.POSITIVE_INFINITY,
  nearly = NEARLY,
): { name: string; em: number } {
  const sized = shapes.map((shape) => ({
    name: shape.name,
    em: Math.min(most, width / shape.width, height / shape.height),
  }));
  const best = Math.max(...sized.map(({ em }) => em));
  return sized.find(({ em }) => em >= best * nearly) ?? { name: shapes[0].name, em: best };
}
