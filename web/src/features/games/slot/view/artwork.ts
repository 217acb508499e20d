import ball from "../art/ball.svg";
import bone from "../art/bone.svg";
import boomerang from "../art/boomerang.svg";
import bowl from "../art/bowl.svg";
import collar from "../art/collar.svg";
import dingo from "../art/dingo.svg";
import hat from "../art/hat.svg";
import kelpie from "../art/kelpie.svg";
import paw from "../art/paw.svg";
import type { Cell } from "../model";

const files = { kelpie, dingo, hat, boomerang, paw, bowl, ball, collar, bone } as const;
type Drawn = keyof typeof files;
export type Artwork = ReadonlyMap<Drawn, HTMLImageElement>;

export const ARTWORK_COUNT = Object.keys(files).length;

const drawn: readonly Drawn[] = [
  "kelpie",
  "dingo",
  "hat",
  "boomerang",
  "paw",
  "bowl",
  "ball",
  "collar",
  "bone",
];

/** Fetches every drawing; `onLoaded` is called for each. Fails when one of them fails. */
export async function loadArtwork(onLoaded: () => void): Promise<Artwork> {
  // The values on the bones are written in the site's own face.
  const face = document.fonts?.load("800 40px Archivo", "0123456789.x").catch(() => []);
  const images = await Promise.all(
    drawn.map(async (name) => {
      const image = await loadImage(files[name]);
      onLoaded();
      return [name, image] as const;
    }),
  );
  await face;
  return new Map(images);
}

/** Not decode(): for a file that is missing some browsers leave it open for ever. */
function loadImage(file: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener("load", () => resolve(image), { once: true });
    const fail = () => reject(new Error(`${file} could not be loaded.`));
    image.addEventListener("error", fail, { once: true });
    image.src = file;
  });
}

/** The part of a cell that a drawing fills. */
const FILL = 0.9;
const BONE_FILL = 0.84;

function blank(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no pictures.");
  context.imageSmoothingQuality = "high";
  return [canvas, context];
}

/** A cell as it stands, in `size` device pixels. */
export function paintCell(artwork: Artwork, cell: Cell, size: number): HTMLCanvasElement {
  const [canvas, context] = blank(size, size);
  const isBone = cell.symbol === "bone";
  const side = size * (isBone ? BONE_FILL : FILL);
  const margin = (size - side) / 2;
  const image = artwork.get(cell.symbol);
  if (isBone) shine(context, size);
  if (image !== undefined) context.drawImage(image, margin, margin, side, side);
  if (isBone) print(context, `${cell.value}x`, size);
  return canvas;
}

/** How much taller than a cell its blurred picture is. */
export const BLUR_HEIGHT = 1.5;

/** A cell that runs by: the same picture smeared downwards. */
export function paintBlurred(still: HTMLCanvasElement): HTMLCanvasElement {
  const { width: size } = still;
  const [canvas, context] = blank(size, size * BLUR_HEIGHT);
  const steps = 48;
  const reach = size * (BLUR_HEIGHT - 1);
  context.globalAlpha = 2.6 / steps;
  for (let step = 0; step < steps; step += 1)
    context.drawImage(still, 0, (reach * step) / (steps - 1));
  return canvas;
}

/** Bones are the only thing that pays: they lie in their own light. */
function shine(context: CanvasRenderingContext2D, size: number): void {
  const light = context.createRadialGradient(
    size / 2,
    size / 2,
    0,
    size / 2,
    size / 2,
    size * 0.52,
  );
  light.addColorStop(0, "rgba(255, 196, 84, 0.34)");
  light.addColorStop(0.6, "rgba(255, 170, 60, 0.12)");
  light.addColorStop(1, "rgba(255, 170, 60, 0)");
  context.fillStyle = light;
  context.fillRect(0, 0, size, size);
}

/** The value printed on a bone, readable down to a cell of 56 pixels. */
function print(context: CanvasRenderingContext2D, text: string, size: number): void {
  let height = size * 0.25;
  const write = () => {
    context.font = `800 ${height}px Archivo, Geist, system-ui, sans-serif`;
  };
  write();
  const widest = size * 0.8;
  const width = context.measureText(text).width;
  if (width > widest) height *= widest / width;
  write();
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.lineJoin = "round";
  const [x, y] = [size / 2, size * 0.8];
  context.strokeStyle = "#23100a";
  context.lineWidth = height * 0.34;
  context.strokeText(text, x, y + height * 0.05);
  context.strokeText(text, x, y);
  const face = context.createLinearGradient(0, y - height * 0.75, 0, y);
  face.addColorStop(0, "#fffbea");
  face.addColorStop(0.5, "#ffe9a6");
  face.addColorStop(1, "#f6bf4c");
  context.fillStyle = face;
  context.fillText(text, x, y);
}

/** The light around a bone that is being counted. */
export function paintGlow(size: number): HTMLCanvasElement {
  const [canvas, context] = blank(size, size);
  const half = size / 2;
  const light = context.createRadialGradient(half, half, 0, half, half, half);
  light.addColorStop(0, "rgba(255, 236, 170, 0.95)");
  light.addColorStop(0.3, "rgba(255, 200, 92, 0.5)");
  light.addColorStop(0.65, "rgba(255, 160, 50, 0.16)");
  light.addColorStop(1, "rgba(255, 150, 40, 0)");
  context.fillStyle = light;
  context.fillRect(0, 0, size, size);
  return canvas;
}

/** The gold rim of a cell that is being counted. */
export function paintRim(size: number): HTMLCanvasElement {
  const [canvas, context] = blank(size, size);
  const line = Math.max(2, size * 0.022);
  const inset = size * 0.035;
  context.beginPath();
  context.roundRect(inset, inset, size - 2 * inset, size - 2 * inset, size * 0.11);
  context.fillStyle = "rgba(255, 196, 84, 0.1)";
  context.fill();
  const gold = context.createLinearGradient(0, 0, size * 0.4, size);
  gold.addColorStop(0, "#fff3c4");
  gold.addColorStop(0.45, "#f4c04c");
  gold.addColorStop(1, "#c07e28");
  context.strokeStyle = gold;
  context.lineWidth = line;
  context.stroke();
  return canvas;
}

/** A point of light that flies off a bone. */
export function paintSpark(size: number): HTMLCanvasElement {
  const [canvas, context] = blank(size, size);
  const half = size / 2;
  const light = context.createRadialGradient(half, half, 0, half, half, half);
  light.addColorStop(0, "#fffdf2");
  light.addColorStop(0.35, "#ffdf86");
  light.addColorStop(1, "rgba(255, 170, 50, 0)");
  context.fillStyle = light;
  context.fillRect(0, 0, size, size);
  return canvas;
}

/** The site's coin. */
export function paintCoin(size: number): HTMLCanvasElement {
  const [canvas, context] = blank(size, size);
  const unit = size / 20;
  const disc = (radius: number, fill: string, lift = 0) => {
    context.beginPath();
    context.arc(10 * unit, (10 - lift) * unit, radius * unit, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
  };
  disc(9, "#a9691c");
  disc(8.6, "#ffe08a", 0.5);
  disc(7, "#f0b73e", 0.2);
  disc(3, "#5a3310", 0.2);
  return canvas;
}
