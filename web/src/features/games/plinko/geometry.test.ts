import { describe, expect, it } from "vitest";
import vectors from "./check/vectors.json";
import { BOARD_HEIGHT, fallOf, layoutOf, restingPlace } from "./geometry";
import { bucketOf } from "./model";
import { rowCounts } from "./published-table";

describe("a board", () => {
  it.each(rowCounts)("of %i rows has its pegs between the buckets", (rows) => {
    const { pegs, spacing, pegRadius, ballRadius } = layoutOf(rows);
    expect(pegs).toHaveLength((rows * (rows + 5)) / 2);
    const bottom = Math.max(...pegs.map(({ y }) => y));
    const last = pegs.filter(({ y }) => y === bottom).map(({ x }) => x);
    expect(last).toHaveLength(rows + 2);
    for (const [place, x] of last.entries()) expect(x).toBeCloseTo(place * spacing, 9);
    // The ball fits between two pegs, and below the last row.
    expect(2 * (ballRadius + pegRadius)).toBeLessThan(spacing);
    expect(bottom + pegRadius).toBeLessThan(BOARD_HEIGHT - 2 * ballRadius);
  });
});

describe("a fall", () => {
  const paths = vectors.plinko.map(({ expect: { path } }) => path);

  it.each(paths)("along %s goes down in order and ends in its bucket", (path) => {
    const fall = fallOf(path);
    expect(fall[0]).toMatchObject({ x: 50, at: 0 });
    expect(fall.at(-1)).toEqual({ ...restingPlace(path.length, bucketOf(path)), at: 1 });
    const times = fall.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    for (const { x, y } of fall) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(100);
      expect(y).toBeLessThan(BOARD_HEIGHT);
    }
  });

  it.each(paths)("along %s hits the peg that the path names in every row", (path) => {
    const { spacing, pitch, pegRadius, ballRadius, pegs } = layoutOf(path.length);
    const reach = pegRadius + ballRadius;
    const fall = fallOf(path);
    for (const row of Array.from(path, (_, place) => place)) {
      const top = pegs[0]?.y ?? 0;
      const rights = bucketOf(path.slice(0, row));
      const peg = { x: 50 + (rights - row / 2) * spacing, y: top + row * pitch };
      const touches = fall.filter(({ x, y }) => Math.hypot(x - peg.x, y - peg.y) <= 1.02 * reach);
      expect(touches.length).toBeGreaterThan(0);
      for (const { x } of touches)
        expect(Math.sign(x - peg.x), `row ${row}`).toBe(path[row] === "R" ? 1 : -1);
    }
  });
});
