// Pixi makes shader code with eval unless this comes first, and the site's policy forbids that.
import "pixi.js/unsafe-eval";
import "pixi.js/graphics";
import { CanvasSource, Container, Graphics, Sprite, Texture, WebGLRenderer } from "pixi.js";
import { type Board, type Cell, COLUMNS, ROWS, type SlotRound } from "../model";
import { blurOf, cellAt, placeOf } from "../reels";
import { type Spin, timelineOf } from "../timeline";
import { type Artwork, BLUR_HEIGHT, paintBlurred, paintCell, paintGlow, paintRim } from "./artwork";
import { Festivity } from "./festivity";

/** What the picture depends on, beside the time. */
export type Scene = {
  board: Board;
  standing: SlotRound | null;
  spin: Spin | null;
  celebration: SlotRound | null;
};

/** Where the reels are on the stage, in CSS pixels. */
type Place = { x: number; y: number; width: number; height: number };
export type StageSize = { width: number; height: number; reels: Place };

/** Sprites of one reel: three in sight and two that come and go. */
const PER_REEL = ROWS + 2;
/** Values on bones differ from round to round; more pictures than this are not kept. */
const KEPT_PICTURES = 60;
const LIT_SCALE = 1.06;
/** How dark the veil is. */
const VEIL = 0.74;

type Pair = { still: Sprite; blurred: Sprite };
type Lit = { cell: number; since: number };

/** Draws the reels. It knows no rules and keeps no state of the game: a picture is scene and time. */
export class Painter {
  private readonly stage = new Container();
  private readonly reels = new Container();
  private readonly mask = new Graphics();
  private readonly sprites: Pair[] = [];
  private readonly glows: Sprite[] = [];
  private readonly rims: Sprite[] = [];
  /** Darkens the reels under the window of a win; the page around them has a veil of its own. */
  private readonly veil = new Sprite({ texture: Texture.WHITE, tint: 0x100c12, visible: false });
  private readonly festivity = new Festivity();
  private readonly pictures = new Map<string, Texture>();
  private size: StageSize = { width: 1, height: 1, reels: { x: 0, y: 0, width: 1, height: 1 } };
  private painted = 0;

  private readonly renderer: WebGLRenderer;
  private readonly artwork: Artwork;

  private constructor(renderer: WebGLRenderer, artwork: Artwork) {
    this.renderer = renderer;
    this.artwork = artwork;
    const behind = new Container();
    const above = new Container();
    for (let bone = 0; bone < 6; bone += 1) {
      this.glows.push(behind.addChild(centred()));
      this.rims.push(above.addChild(centred()));
    }
    for (const glow of this.glows) glow.blendMode = "add";
    this.reels.addChild(behind);
    for (let place = 0; place < COLUMNS * PER_REEL; place += 1) {
      const pair = { still: centred(), blurred: centred() };
      this.sprites.push(pair);
      this.reels.addChild(pair.blurred, pair.still);
    }
    this.reels.addChild(above, this.veil);
    this.reels.mask = this.mask;
    this.stage.addChild(this.reels, this.mask, this.festivity.view);
  }

  /** Fails where there is no WebGL. */
  static async open(artwork: Artwork): Promise<Painter> {
    const renderer = new WebGLRenderer();
    await renderer.init({
      backgroundAlpha: 0,
      antialias: true,
      autoDensity: true,
      resolution: Math.min(window.devicePixelRatio, 3),
      skipExtensionImports: true,
    });
    return new Painter(renderer, artwork);
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.canvas;
  }

  /** Takes the size of the stage; the drawings are made anew when they would lose their sharpness. */
  resize(size: StageSize): void {
    this.size = size;
    const resolution = Math.min(window.devicePixelRatio, 3);
    this.renderer.resize(size.width, size.height, resolution);
    const { x, y, width, height } = size.reels;
    this.veil.position.set(x, y);
    this.veil.setSize(width, height);
    this.mask
      .clear()
      .roundRect(x, y, width, height, width * 0.016)
      .fill("#fff");
    const pixels = Math.round((width / COLUMNS) * resolution);
    if (pixels === this.painted || pixels < 8) return;
    this.painted = pixels;
    this.forget(() => true);
    this.festivity.prepare(pixels);
    for (const glow of this.glows) glow.texture = this.picture("glow", () => paintGlow(pixels));
    for (const rim of this.rims) rim.texture = this.picture("rim", () => paintRim(pixels));
  }

  /** Draws the scene at a moment of the page's clock. True while the next picture will differ. */
  draw(scene: Scene, now: number): boolean {
    const { spin } = scene;
    const elapsed = spin === null ? 0 : now - spin.startedAt;
    const timeline = spin === null ? null : timelineOf(spin);
    const lit: Lit[] = this.litCells(scene, elapsed);
    if (this.pictures.size > KEPT_PICTURES) this.forget((name) => name.includes("bone"));
    for (let column = 0; column < COLUMNS; column += 1) this.drawReel(column, scene, elapsed, lit);
    this.drawLights(lit);
    this.veil.visible = scene.celebration !== null;
    const sinceSum = timeline === null ? Number.POSITIVE_INFINITY : elapsed - timeline.summedAt;
    this.veil.alpha = VEIL * Math.min(1, Math.max(0, sinceSum / 180));
    const round = spin?.result?.round ?? null;
    const isFestive =
      round !== null && timeline !== null
        ? this.festivity.draw(round, timeline, elapsed, this.size, scene.celebration !== null)
        : this.festivity.rest();
    this.renderer.render({ container: this.stage });
    return spin !== null && (timeline === null || elapsed < timeline.endAt + 400 || isFestive);
  }

  destroy(): void {
    this.festivity.destroy();
    this.forget(() => true);
    this.stage.destroy({ children: true });
    this.renderer.destroy({ removeView: true });
  }

  private litCells({ spin, standing }: Scene, elapsed: number): Lit[] {
    if (spin === null)
      return (standing?.bones ?? []).map(({ cell }) => ({ cell, since: Number.POSITIVE_INFINITY }));
    const timeline = timelineOf(spin);
    const bones = spin.result?.round?.bones ?? [];
    return bones
      .map(({ cell }, index) => ({ cell, since: elapsed - (timeline?.lightsAt[index] ?? 0) }))
      .filter((bone) => bone.since >= 0);
  }

  private drawReel(column: number, scene: Scene, elapsed: number, lit: readonly Lit[]): void {
    const { spin, board } = scene;
    const before = spin?.before ?? board;
    const after = spin?.result?.round?.board ?? before;
    const stop = spin === null ? null : (timelineOf(spin)?.stops[column] ?? null);
    const place = spin === null ? 0 : placeOf(column, elapsed, stop);
    const blur = spin === null ? 0 : blurOf(column, elapsed, stop);
    const { x, y, width } = this.size.reels;
    const cellSize = width / COLUMNS;
    const shade = this.shadeOf(lit);
    const top = Math.floor(-place) - 1;
    for (let slot = 0; slot < PER_REEL; slot += 1) {
      const index = top + slot;
      const row = index + place;
      const pair = this.sprites[column * PER_REEL + slot];
      if (pair === undefined) continue;
      const cell = cellAt(column, index, before, after, stop);
      const bone = lit.find((one) => one.cell === Math.round(row) * COLUMNS + column);
      this.place(pair, cell, blur, {
        x: x + (column + 0.5) * cellSize,
        y: y + (row + 0.5) * cellSize,
        size: cellSize * (bone === undefined ? 1 : popOf(bone.since)),
        tint: cell.symbol === "bone" ? 0xffffff : shade,
      });
    }
  }

  private place(
    { still, blurred }: Pair,
    cell: Cell,
    blur: number,
    at: { x: number; y: number; size: number; tint: number },
  ): void {
    still.alpha = Math.min(1, 2 * (1 - blur));
    still.visible = blur < 1;
    if (still.visible) {
      still.texture = this.cellPicture(cell);
      still.position.set(at.x, at.y);
      still.setSize(at.size);
      still.tint = at.tint;
    }
    blurred.visible = blur > 0;
    blurred.alpha = Math.min(1, 2 * blur);
    if (blurred.visible) {
      blurred.texture = this.blurredPicture(cell);
      blurred.position.set(at.x, at.y);
      blurred.setSize(at.size, at.size * BLUR_HEIGHT);
    }
  }

  private drawLights(lit: readonly Lit[]): void {
    const { x, y, width } = this.size.reels;
    const cellSize = width / COLUMNS;
    for (const [index, glow] of this.glows.entries()) {
      const rim = this.rims[index];
      const bone = lit[index];
      glow.visible = bone !== undefined;
      if (rim === undefined) continue;
      rim.visible = bone !== undefined;
      if (bone === undefined) continue;
      const centre = {
        x: x + ((bone.cell % COLUMNS) + 0.5) * cellSize,
        y: y + (Math.floor(bone.cell / COLUMNS) + 0.5) * cellSize,
      };
      const shown = Math.min(1, bone.since / 120);
      const flash = Number.isFinite(bone.since) ? Math.exp(-bone.since / 260) : 0;
      glow.position.copyFrom(centre);
      glow.setSize(cellSize * (1.35 + 0.35 * flash));
      glow.alpha = shown * (0.5 + 0.5 * flash);
      rim.position.copyFrom(centre);
      rim.setSize(cellSize);
      rim.alpha = shown;
    }
  }

  /** What does not pay steps back while bones are counted. */
  private shadeOf(lit: readonly Lit[]): number {
    const first = lit[0];
    if (first === undefined) return 0xffffff;
    const level = Math.round(255 * (1 - 0.52 * Math.min(1, first.since / 220)));
    return (level << 16) | (level << 8) | level;
  }

  private cellPicture(cell: Cell): Texture {
    return this.picture(nameOf(cell), () => paintCell(this.artwork, cell, this.painted));
  }

  private blurredPicture(cell: Cell): Texture {
    return this.picture(`blurred:${nameOf(cell)}`, () =>
      paintBlurred(paintCell(this.artwork, cell, this.painted)),
    );
  }

  private picture(name: string, paint: () => HTMLCanvasElement): Texture {
    const known = this.pictures.get(name);
    if (known !== undefined) return known;
    const texture = new Texture({ source: new CanvasSource({ resource: paint() }) });
    this.pictures.set(name, texture);
    return texture;
  }

  private forget(isOld: (name: string) => boolean): void {
    const old = [...this.pictures].filter(([name]) => isOld(name));
    for (const [name] of old) this.pictures.delete(name);
    for (const { still, blurred } of this.sprites) {
      still.texture = Texture.EMPTY;
      blurred.texture = Texture.EMPTY;
    }
    for (const [, texture] of old) texture.destroy(true);
  }
}

function centred(): Sprite {
  return new Sprite({ texture: Texture.EMPTY, anchor: 0.5, visible: false });
}

function nameOf(cell: Cell): string {
  return cell.symbol === "bone" ? `bone:${cell.value}` : cell.symbol;
}

/** A bone jumps up when it is counted, and stays a little larger. */
function popOf(since: number): number {
  if (!Number.isFinite(since)) return LIT_SCALE;
  const jump = 0.16 * Math.sin(Math.min(1, since / 300) * Math.PI);
  return 1 + (LIT_SCALE - 1) * Math.min(1, since / 150) + jump;
}
