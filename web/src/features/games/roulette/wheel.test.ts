import { describe, expect, it } from "vitest";
import { colourOf } from "./layout";
import { pocketAngle, restAt, spinAt, wheelOrder } from "./wheel";

const numbers = Array.from({ length: 37 }, (_, number) => number);
/** 1 for an angle of whole turns, less for any other. */
const aligned = (degrees: number) => Math.cos((degrees * Math.PI) / 180);

describe("the wheel", () => {
  it("has every number once, and colours that alternate", () => {
    expect([...wheelOrder].toSorted((left, right) => left - right)).toEqual(numbers);
    for (let place = 2; place < 37; place += 1)
      expect(colourOf(wheelOrder[place] ?? 0)).not.toBe(colourOf(wheelOrder[place - 1] ?? 0));
  });
});

describe("a spin", () => {
  it.each(numbers)("ends with the ball in the pocket of %i, at the top", (number) => {
    for (const from of [0, -47.3, 213, 1_000]) {
      const end = spinAt(1, from, number);
      expect(end.height).toBe(0);
      expect(aligned(end.ball - end.wheel - pocketAngle(number))).toBeCloseTo(1, 9);
      expect(aligned(end.ball)).toBeCloseTo(1, 9);
      expect(aligned(end.wheel - restAt(number).wheel)).toBeCloseTo(1, 9);
    }
  });

  it("begins where the wheel stands, with the ball on its track", () => {
    expect(spinAt(0, 33, 17)).toMatchObject({ wheel: 33, height: 1 });
  });

  it("lets the ball ride in its pocket once it has settled", () => {
    for (const part of [0.8, 0.85, 0.9, 0.99]) {
      const { wheel, ball, height } = spinAt(part, 10, 26);
      expect(height).toBeCloseTo(0, 9);
      expect(ball - wheel).toBeCloseTo(pocketAngle(26), 9);
    }
  });

  it("turns the wheel forwards and the ball against it, without a jump", () => {
    let before = spinAt(0, 10, 5);
    for (let part = 0.005; part < 0.6; part += 0.005) {
      const now = spinAt(part, 10, 5);
      expect(now.wheel).toBeGreaterThan(before.wheel);
      expect(now.ball).toBeLessThan(before.ball);
      expect(before.ball - now.ball).toBeLessThan(45);
      before = now;
    }
  });
});
