import { CanvasSource, Container, Sprite, Texture } from "pixi.js";
import { COLUMNS, type SlotRound, type WinLabel } from "../model";
import type { Timeline } from "../timeline";
import { paintCoin, paintSpark } from "./artwork";
import type { StageSize } from "./painter";

const SPARKS_PER_BONE = 14;
const SPARK_MS = 760;
/** How many coins a win of each label throws up, and for how long. */
const COINS: Readonly<Record<WinLabel, { count: number; during: number }>> = {
  "NICE WIN": { count: 18, during: 500 },
  "GREAT WIN": { count: 40, during: 1_000 },
  "BIG WIN": { count: 80, during: 1_700 },
  "MEGA WIN": { count: 150, during: 2_600 },
};
const COIN_MS = 1_900;

/** Sparks and coins. Each flies on a path that its number and the time decide, so none is stored. */
export class Festivity {
  readonly view = new Container();
  private readonly sparks: Sprite[] = [];
  private readonly coins: Sprite[] = [];
  private sparkTexture = Texture.EMPTY;
  private coinTexture = Texture.EMPTY;

  constructor() {
    this.view.visible = false;
  }

  /** Makes the two pictures for cells of this many device pixels. */
  prepare(pixels: number): void {
    const old = [this.sparkTexture, this.coinTexture];
    this.sparkTexture = textureOf(paintSpark(pixels * 0.2));
    this.coinTexture = textureOf(paintCoin(pixels * 0.32));
    for (const spark of this.sparks) spark.texture = this.sparkTexture;
    for (const coin of this.coins) coin.texture = this.coinTexture;
    for (const texture of old) if (texture !== Texture.EMPTY) texture.destroy(true);
  }

  /** Nothing to celebrate. */
  rest(): boolean {
    this.view.visible = false;
    return false;
  }

  /** True while something still flies. */
  draw(
    round: SlotRound,
    timeline: Timeline,
    elapsed: number,
    size: StageSize,
    isCelebrated: boolean,
  ): boolean {
    const sparking = this.drawSparks(round, timeline, elapsed, size);
    // With the window of the win its coins go too.
    const label = isCelebrated ? round.label : null;
    const raining = this.drawCoins(label, elapsed - timeline.summedAt, size);
    this.view.visible = sparking || raining;
    return sparking || raining;
  }

  destroy(): void {
    this.view.destroy({ children: true });
    for (const texture of [this.sparkTexture, this.coinTexture])
      if (texture !== Texture.EMPTY) texture.destroy(true);
  }

  private drawSparks(
    round: SlotRound,
    timeline: Timeline,
    elapsed: number,
    { reels }: StageSize,
  ): boolean {
    const cell = reels.width / COLUMNS;
    let flying = false;
    for (const [index, bone] of round.bones.entries()) {
      const time = elapsed - (timeline.lightsAt[index] ?? 0);
      const isFlying = time >= 0 && time < SPARK_MS;
      flying ||= isFlying;
      for (let one = 0; one < SPARKS_PER_BONE; one += 1) {
        const number = index * SPARKS_PER_BONE + one;
        const spark = this.spark(number);
        spark.visible = isFlying;
        if (!isFlying) continue;
        const part = time / SPARK_MS;
        const angle = ((one + chance(number, 1)) / SPARKS_PER_BONE) * 2 * Math.PI;
        const reach = cell * (0.45 + 0.5 * chance(number, 2)) * (1 - (1 - part) ** 3);
        spark.position.set(
          reels.x + ((bone.cell % COLUMNS) + 0.5) * cell + Math.cos(angle) * reach,
          reels.y +
            (Math.floor(bone.cell / COLUMNS) + 0.5) * cell +
            Math.sin(angle) * reach +
            cell * 0.25 * part ** 2,
        );
        spark.alpha = (1 - part) ** 1.5;
        spark.setSize(cell * (0.06 + 0.08 * chance(number, 3)) * (1.3 - part));
      }
    }
    for (const spark of this.sparks.slice(round.bones.length * SPARKS_PER_BONE))
      spark.visible = false;
    return flying;
  }

  private drawCoins(label: WinLabel | null, elapsed: number, size: StageSize): boolean {
    const { count, during } = label === null ? { count: 0, during: 0 } : COINS[label];
    const cell = size.reels.width / COLUMNS;
    let flying = false;
    for (let number = 0; number < Math.max(count, this.coins.length); number += 1) {
      const time = number < count ? elapsed - (number / count) * during : -1;
      const isFlying = time >= 0 && time < COIN_MS;
      flying ||= isFlying || (number < count && time < 0 && elapsed >= 0);
      const coin = this.coin(number);
      coin.visible = isFlying;
      if (!isFlying) continue;
      const part = time / COIN_MS;
      const side = chance(number, 4) - 0.5;
      const rise = size.height * (1.15 + 0.45 * chance(number, 5));
      coin.position.set(
        size.width * (0.5 + side * 0.5) + side * size.width * 0.75 * part,
        size.height * 1.05 - rise * 4 * part * (1 - part) * 0.78 + size.height * 0.12 * part,
      );
      const width = cell * (0.16 + 0.12 * chance(number, 6));
      const turn = Math.cos(part * (9 + 8 * chance(number, 7)) + number);
      coin.setSize(width * Math.max(0.12, Math.abs(turn)), width);
      coin.alpha = Math.min(1, (1 - part) * 5);
    }
    return flying;
  }

  private spark(number: number): Sprite {
    return this.take(this.sparks, number, this.sparkTexture, "add");
  }

  private coin(number: number): Sprite {
    return this.take(this.coins, number, this.coinTexture, "normal");
  }

  private take(from: Sprite[], number: number, texture: Texture, blend: "add" | "normal"): Sprite {
    const known = from[number];
    if (known !== undefined) return known;
    const sprite = this.view.addChild(new Sprite({ texture, anchor: 0.5, visible: false }));
    sprite.blendMode = blend;
    from[number] = sprite;
    return sprite;
  }
}

function textureOf(canvas: HTMLCanvasElement): Texture {
  return new Texture({ source: new CanvasSource({ resource: canvas }) });
}

/** 0 to 1, different for every number and use, and always the same. */
function chance(number: number, use: number): number {
  const mixed = Math.sin(number * 127.1 + use * 311.7) * 43_758.545_3;
  return mixed - Math.floor(mixed);
}
