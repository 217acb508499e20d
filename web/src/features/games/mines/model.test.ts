import { describe, expect, it } from "vitest";
import vectors from "../common/checker/round-vectors.json";
import type { Round } from "../common/queries";
import { hundredthsText } from "../common/tables/reading";
import { stepFrom } from "./Board";
import {
  facesOf,
  payoutAt,
  readMines,
  readMinesRound,
  returnText,
  STATED_TABLE,
  tileName,
} from "./model";
import { minesMultiplier, minesReturn } from "./odds";
import { announce } from "./StatusRow";

function record(part: Partial<Round>): Round {
  return {
    id: "r1",
    game: "mines",
    pairId: "p1",
    nonce: 0,
    createdAt: "2025-11-21T10:00:00Z",
    staked: 10,
    payout: 0,
    result: null,
    rulesHash: "h",
    params: { bet: 10, mines: 3 },
    detail: {},
    ...part,
  };
}

const openDetail = {
  status: "open",
  steps: [
    { action: 6, status: "open", gems: 1, multiplier: "1.12" },
    { action: 0, status: "open", gems: 2, multiplier: "1.28" },
  ],
  multiplier: "1.28",
  next_multiplier: "1.47",
  next_survival: "0.869565",
  at_cap: false,
};

const ended = vectors.mines.filter(({ expect: stated }) => stated.status !== "open");

describe("the published rounds", () => {
  it("are enough to tell", () => {
    expect(ended.length).toBeGreaterThan(20);
  });

  it.each(ended)("$id: $tags", ({ params, expect: stated }) => {
    const { bet, mines } = params;
    const round = readMinesRound(
      record({ params: { bet, mines }, detail: stated, payout: stated.payout, result: "loss" }),
    );
    if (round === null) throw new Error("A published round must be readable.");
    expect(round.isOpen).toBe(false);
    expect(round.layout).toHaveLength(mines);
    expect(payoutAt(bet, round.multiplier)).toBe(stated.payout);

    const faces = facesOf(round);
    const count = (face: string) => faces.filter((other) => other === face).length;
    expect(count("closed")).toBe(0);
    expect(count("gem")).toBe(round.gems);
    expect(count("turned")).toBe(stated.turned === null ? 0 : 1);
    expect(count("hit_mine") + count("turned")).toBe(stated.status === "lost" ? 1 : 0);
    // Where the turn rule struck no mine was laid.
    expect(count("left_mine") + count("hit_mine")).toBe(mines);
    // Without the turn rule every multiplier on the way follows from the table.
    for (const step of stated.steps)
      expect(hundredthsText(minesMultiplier(STATED_TABLE, mines, step.gems))).toBe(step.multiplier);
  });
});

describe("an open round", () => {
  it("shows what was found and nothing else", () => {
    const round = readMinesRound(record({ detail: openDetail }));
    expect(round).toMatchObject({
      isOpen: true,
      gems: 2,
      picks: [6, 0],
      multiplier: 128,
      nextMultiplier: 147,
      nextSurvival: "0.869565",
      layout: null,
    });
    const faces = facesOf(round);
    expect(faces.filter((face) => face === "gem")).toHaveLength(2);
    expect(faces.filter((face) => face === "closed")).toHaveLength(23);
  });

  it.each([
    { game: "dice" },
    { params: { bet: "10", mines: 3 } },
    { detail: { ...openDetail, status: "won" } },
    { detail: { ...openDetail, multiplier: 1.281 } },
    { detail: { ...openDetail, steps: [{ action: 25, gems: 1, multiplier: "1.12" }] } },
    // An open round with its layout, or an ended one without, is no round of this game.
    { detail: { ...openDetail, mines: [1, 2, 3] } },
    { detail: { ...openDetail, status: "lost" } },
  ])("of another shape is none: %j", (part) => {
    expect(readMinesRound(record({ detail: openDetail, ...part }))).toBeNull();
  });
});

it("a round that settled itself returns the bet", () => {
  const steps = [{ action: "settle", status: "refunded", gems: 0, multiplier: "1.00" }];
  const detail = { status: "refunded", steps, mines: [1, 2, 3], turned: null, multiplier: "1.00" };
  const round = readMinesRound(record({ detail, payout: 10, result: "push" }));
  if (round === null) throw new Error("It must be readable.");
  expect(round).toMatchObject({ settledItself: true, gems: 0, picks: [] });
  expect(announce(round)).toBe("The round was left open without a gem. 10 points returned.");
});

describe("the return of a plan, as games.md states it", () => {
  it.each([
    [1, 1, "98.88"],
    [1, 22, "90.00"],
    [2, 23, "2.83"],
    [3, 12, "98.98"],
    [4, 21, "0.083"],
    [10, 5, "81.96"],
    [10, 15, "0.00044359"],
    [24, 1, "30.00"],
  ])("%i mines, %i gems: %s%%", (mines, gems, stated) => {
    expect(returnText(minesReturn(STATED_TABLE, { bet: 100, mines, gems }))).toBe(stated);
  });

  it("falls with a small bet", () => {
    expect(returnText(minesReturn(STATED_TABLE, { bet: 1, mines: 24, gems: 1 }))).toBe("28.00");
    expect(returnText(minesReturn(STATED_TABLE, { bet: 1, mines: 3, gems: 1 }))).toBe("88.00");
  });
});

describe("the count of mines", () => {
  it.each([
    ["1", 1],
    [" 24 ", 24],
    ["0", null],
    ["25", null],
    ["", null],
    ["2.5", null],
    ["three", null],
  ])("%j is %s", (typed, mines) => {
    expect(readMines(typed).mines).toBe(mines);
  });
});

describe("the board", () => {
  it("names tiles by row and column", () => {
    expect(tileName(0, "closed")).toBe("Tile row 1, column 1");
    expect(tileName(7, "closed")).toBe("Tile row 2, column 3");
    expect(tileName(24, "hit_mine")).toBe("Tile row 5, column 5, the mine you hit");
  });

  it.each([
    [12, "ArrowUp", 7],
    [12, "ArrowDown", 17],
    [12, "ArrowLeft", 11],
    [12, "ArrowRight", 13],
    [0, "ArrowUp", 0],
    [0, "ArrowLeft", 0],
    [4, "ArrowRight", 4],
    [24, "ArrowDown", 24],
    [12, "Home", 10],
    [12, "End", 14],
    [12, "a", null],
  ])("from tile %i %s leads to %s", (tile, key, next) => {
    expect(stepFrom(tile, key)).toBe(next);
  });
});
