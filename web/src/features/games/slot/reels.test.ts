import { describe, expect, it } from "vitest";
import type { Round } from "../common/queries";
import { type Board, COLUMNS, IDLE_BOARD, ROWS, readSlotRound } from "./model";
import { blurOf, cellAt, placeOf, stopOf } from "./reels";
import vectors from "./slot-vectors.json";
import { type Spin, skip, stopsAfter, timelineOf } from "./timeline";

const rounds = vectors.map((vector) => {
  const record: Round = {
    id: vector.id,
    game: "slot",
    pairId: "p",
    nonce: 1,
    createdAt: "2025-11-21T10:00:00Z",
    staked: vector.params.bet,
    payout: vector.expect.payout,
    result: "win",
    params: { bet: vector.params.bet },
    detail: vector.expect,
    rulesHash: "h",
  };
  const round = readSlotRound(record);
  if (round === null) throw new Error(`${vector.id} was not read.`);
  return round;
});

function spinOf(round: (typeof rounds)[number], turbo = false, answered = 120): Spin {
  const result = { round, stopAsked: stopsAfter(answered, turbo), skippedAt: null };
  return { startedAt: 0, before: IDLE_BOARD, result, turbo };
}

function timed(spin: Spin) {
  const timeline = timelineOf(spin);
  if (timeline === null) throw new Error("No timeline.");
  return timeline;
}

/** What a reel shows from top to bottom, where it stands still. */
function shown(column: number, elapsed: number, after: Board, spin: Spin) {
  const stop = timed(spin).stops[column] ?? null;
  const place = placeOf(column, elapsed, stop);
  expect(place).toBe(Math.round(place));
  return Array.from({ length: ROWS }, (_, row) =>
    cellAt(column, row - place, IDLE_BOARD, after, stop),
  );
}

const columns = [0, 1, 2, 3, 4];

describe("the reels", () => {
  it("stand on the old board before the spin", () => {
    for (const column of columns) {
      expect(placeOf(column, 0, null)).toBe(0);
      expect(cellAt(column, 1, IDLE_BOARD, IDLE_BOARD, null)).toBe(IDLE_BOARD[COLUMNS + column]);
    }
  });

  it.each(rounds)("stop on exactly the board of $id", (round) => {
    for (const spin of [spinOf(round), spinOf(round, true), skip(spinOf(round), 300)]) {
      const { restAt } = timed(spin);
      for (const column of columns)
        expect(shown(column, restAt, round.board, spin)).toEqual(
          [0, 1, 2].map((row) => round.board[row * COLUMNS + column]),
        );
    }
  });

  it("stop one after the other, at the same times whatever they show", () => {
    const times = rounds.map((round) => timed(spinOf(round)).stops.map((stop) => stop.touchesAt));
    for (const own of times) expect(own).toEqual(times[0]);
    const [first = []] = times;
    expect(first).toEqual(first.toSorted((one, other) => one - other));
    expect(new Set(first).size).toBe(COLUMNS);
    // The last reel waits no longer for its turn than the others did.
    const waits = first.slice(1).map((at, index) => at - (first[index] ?? 0));
    for (const wait of waits) expect(wait).toBeLessThan(300);
  });

  it("never jump, and only run downwards between the lift and the stop", () => {
    for (const column of columns) {
      const stop = stopOf(column, 700 + column * 190);
      for (let time = 0; time < stop.touchesAt + 400; time += 1) {
        const moved = placeOf(column, time + 1, stop) - placeOf(column, time, stop);
        expect(Math.abs(moved)).toBeLessThan(0.03);
        if (time > 150 && time < stop.touchesAt - 1) expect(moved).toBeGreaterThan(0);
      }
    }
  });

  it("overshoot their stop by a little, once at rest not at all", () => {
    const stop = stopOf(0, 600);
    const after = (time: number) => placeOf(0, stop.touchesAt + time, stop) - stop.distance;
    const most = Math.max(...Array.from({ length: 300 }, (_, time) => after(time)));
    expect(most).toBeGreaterThan(0.05);
    expect(most).toBeLessThan(0.3);
    expect(after(300)).toBe(0);
  });

  it("carry no bone past: bones only stand on the board", () => {
    const winning = rounds.find((round) => round.bones.length === 6);
    if (winning === undefined) throw new Error("No win with six bones.");
    for (const column of columns) {
      const stop = timed(spinOf(winning)).stops[column];
      if (stop === undefined) throw new Error("No stop.");
      for (let index = -1; index > -stop.distance; index -= 1) {
        const row = index + stop.distance;
        const cell = cellAt(column, index, IDLE_BOARD, winning.board, stop);
        if (row >= ROWS) expect(cell.symbol).not.toBe("bone");
      }
    }
  });

  it("blur at full speed and are sharp at rest", () => {
    const stop = stopOf(0, 600);
    expect(blurOf(0, 450, stop)).toBe(1);
    expect(blurOf(0, stop.touchesAt + 300, stop)).toBe(0);
  });
});

describe("the timeline", () => {
  const win = rounds.find((round) => round.bones.length === 5 && round.label === "BIG WIN");
  const loss = rounds.find((round) => round.bones.length === 0);
  if (win === undefined || loss === undefined) throw new Error("The vectors lack a round.");

  it("is not known before the answer", () => {
    const spin: Spin = { startedAt: 0, before: IDLE_BOARD, result: null, turbo: false };
    expect(timelineOf(spin)).toBeNull();
  });

  it("lights the bones one by one, then counts", () => {
    const { restAt, lightsAt, summedAt, endAt } = timed(spinOf(win));
    expect(lightsAt).toHaveLength(5);
    const order = [restAt, ...lightsAt, summedAt, endAt];
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(new Set(order).size).toBe(order.length);
  });

  it("ends soon after the last reel when nothing was won", () => {
    const { restAt, lightsAt, endAt } = timed(spinOf(loss));
    expect(lightsAt).toEqual([]);
    expect(endAt - restAt).toBeLessThan(400);
  });

  it("waits for a slow answer, and is quicker in turbo", () => {
    expect(timed(spinOf(loss, false, 5_000)).restAt).toBeGreaterThan(5_000);
    expect(timed(spinOf(loss, true)).endAt).toBeLessThan(1_000);
    expect(timed(spinOf(loss)).endAt).toBeGreaterThan(1_400);
  });

  it.each([0, 300, 900, 2_500, 4_500])("skipped after %i ms it ends at once", (at) => {
    const spin = spinOf(win);
    const skipped = timed(skip(spin, at));
    expect(skipped.endAt).toBeLessThanOrEqual(timed(spin).endAt);
    expect(skipped.endAt - Math.max(at, skipped.restAt)).toBeLessThanOrEqual(600);
    expect(skipped.restAt).toBeLessThan(Math.max(at, 400) + 900);
  });
});
