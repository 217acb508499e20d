/**
 * How the banner lies on its canvas: across one that is a banner itself, in the lower third of a
 * whole screen, or upright in a narrow one. Sizes are in pixels; everything inside follows `em`.
 */
export type Layout = {
  shape: "wide" | "upright";
  left: number;
  top: number;
  width: number;
  height: number;
  /** The size of 1 em. */
  em: number;
};

/** What a scene takes, in em. */
const WIDE = { width: 78, height: 16.8 };
export const UPRIGHT = { width: 23, height: 36 };

/** A canvas that is wider than this is a banner. */
const BANNER_RATIO = 2.2;
/** A canvas that is narrower than this has no room for the wide form. */
const UPRIGHT_RATIO = 1.15;
/** How much of a whole screen's width the banner takes. */
const SCREEN_SHARE = 0.74;
/** Below this width a share of the screen is too little to read. */
const LEAST_WIDTH = 1_000;

export function layoutOf(canvasWidth: number, canvasHeight: number): Layout {
  const width = Math.max(canvasWidth, 1);
  const height = Math.max(canvasHeight, 1);
  const ratio = width / height;
  const margin = Math.min(width, height) * (ratio > BANNER_RATIO ? 0.05 : 0.04);
  const room = { width: width - 2 * margin, height: height - 2 * margin };
  if (ratio < UPRIGHT_RATIO) {
    const tall = Math.min(room.height, (room.width * UPRIGHT.height) / UPRIGHT.width);
    return placed("upright", { width, height, margin }, room.width, tall, UPRIGHT);
  }
  if (ratio > BANNER_RATIO)
    return placed("wide", { width, height, margin }, room.width, room.height, WIDE);
  const share = Math.min(room.width, Math.max(width * SCREEN_SHARE, LEAST_WIDTH));
  return placed("wide", { width, height, margin }, share, (share * WIDE.height) / WIDE.width, WIDE);
}

/** Fills a plate whose place and size have been chosen. */
export function layoutWithin(at: {
  left: number;
  top: number;
  width: number;
  height: number;
}): Layout {
  const shape = at.width / at.height < UPRIGHT_RATIO ? "upright" : "wide";
  const needed = shape === "upright" ? UPRIGHT : WIDE;
  return { ...at, shape, em: Math.min(at.width / needed.width, at.height / needed.height) };
}

/** At the lower edge, in the middle. */
function placed(
  shape: Layout["shape"],
  canvas: { width: number; height: number; margin: number },
  width: number,
  height: number,
  needed: { width: number; height: number },
): Layout {
  return {
    shape,
    left: (canvas.width - width) / 2,
    top: canvas.height - canvas.margin - height,
    width,
    height,
    em: Math.min(width / needed.width, height / needed.height),
  };
}
