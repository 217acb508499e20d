import { describe, expect, it, test } from "vitest";
import { HANDLES, keyPlate, movePlate, nextAt, type Plate, sizePlate, within } from "./geometry";

const plate: Plate = { x: 400, y: 300, width: 500, height: 200 };
const snap = (others: readonly Plate[] = []) => ({ others, reach: 8 });
const key = (name: string, held: object = {}) => ({
  key: name,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  ...held,
});

describe("moving", () => {
  it.each([
    ["the left edge", { x: -395, y: 13 }, { x: 0, y: 310 }, { x: 0, y: null }],
    ["the right edge", { x: 1014, y: 13 }, { x: 1420, y: 310 }, { x: 1920, y: null }],
    ["the middle", { x: 305, y: 13 }, { x: 710, y: 310 }, { x: 960, y: null }],
    ["the lower edge", { x: 13, y: 574 }, { x: 410, y: 880 }, { x: null, y: 1080 }],
  ])("snaps to %s of the canvas", (_, by, at, guides) => {
    const placed = movePlate(plate, by, snap());
    expect(placed.plate).toEqual({ ...plate, ...at });
    expect(placed.guides).toEqual(guides);
  });

  it("snaps to an edge of another plate, and prefers the nearer line", () => {
    const other = { x: 133, y: 700, width: 130, height: 90 };
    // The left edge is 4 px from the other's right one, 263; its middle is far from any line.
    expect(movePlate(plate, { x: -133, y: 0 }, snap([other])).plate.x).toBe(263);
    // Without the other plate there is the grid.
    expect(movePlate(plate, { x: -133, y: 0 }, snap()).plate.x).toBe(270);
  });

  it("stands on the grid of 10 px where nothing attracts it, and on the pixel without snapping", () => {
    expect(movePlate(plate, { x: 33, y: 17 }, snap()).plate).toEqual({ ...plate, x: 430, y: 320 });
    expect(movePlate(plate, { x: 33.4, y: 16.6 }, null)).toEqual({
      plate: { ...plate, x: 433, y: 317 },
      guides: { x: null, y: null },
    });
  });

  it.each([
    [
      { x: -5000, y: -5000 },
      { x: 0, y: 0 },
    ],
    [
      { x: 5000, y: 5000 },
      { x: 1420, y: 880 },
    ],
  ])("stays on the canvas", (by, at) => {
    for (const rule of [null, snap()])
      expect(movePlate(plate, by, rule).plate).toEqual({ ...plate, ...at });
  });

  it("shows no guide of a line that the canvas keeps the plate from", () => {
    const beyond = { x: 1920, y: 0, width: 120, height: 60 };
    const { plate: at, guides } = movePlate(plate, { x: 1500, y: 0 }, snap([beyond]));
    expect(at.x).toBe(1420);
    expect(guides.x).toBe(null);
  });
});

describe("sizing", () => {
  test.each([
    ["e", { x: 100, y: 100 }, { width: 600 }],
    ["w", { x: -100, y: 100 }, { x: 300, width: 600 }],
    ["n", { x: 100, y: -100 }, { y: 200, height: 300 }],
    ["s", { x: 100, y: 100 }, { height: 300 }],
    ["nw", { x: -100, y: -100 }, { x: 300, y: 200, width: 600, height: 300 }],
    ["se", { x: 100, y: 100 }, { width: 600, height: 300 }],
  ] as const)("by %s changes only the edges of that handle", (handle, by, changed) => {
    expect(sizePlate(plate, handle, by, null).plate).toEqual({ ...plate, ...changed });
  });

  test.each(HANDLES)("by %s never leaves the canvas, nor becomes too small", (handle) => {
    for (const x of [-5000, 5000])
      for (const y of [-5000, 5000])
        for (const rule of [null, snap()]) {
          const { plate: sized } = sizePlate(plate, handle, { x, y }, rule);
          expect(sized).toEqual(within(sized));
          // The edge that is not held stays where it is.
          if (handle.includes("w")) expect(sized.x + sized.width).toBe(900);
          if (handle.includes("e")) expect(sized.x).toBe(400);
        }
  });

  it("snaps the dragged edge to another plate, or to the grid", () => {
    const other = { x: 1003, y: 100, width: 200, height: 100 };
    expect(sizePlate(plate, "e", { x: 99, y: 0 }, snap([other])).plate.width).toBe(603);
    expect(sizePlate(plate, "e", { x: 99, y: 0 }, snap([other])).guides.x).toBe(1003);
    expect(sizePlate(plate, "e", { x: 99, y: 0 }, snap()).plate.width).toBe(600);
  });
});

describe("keys", () => {
  it.each([
    ["ArrowLeft", {}, { x: 399 }],
    ["ArrowDown", {}, { y: 301 }],
    ["ArrowRight", { shiftKey: true }, { x: 410 }],
    ["ArrowUp", { shiftKey: true }, { y: 290 }],
    ["ArrowRight", { altKey: true }, { width: 501 }],
    ["ArrowUp", { ctrlKey: true }, { height: 199 }],
    ["ArrowLeft", { ctrlKey: true, shiftKey: true }, { width: 490 }],
  ])("%s with %o", (name, held, changed) => {
    expect(keyPlate(plate, key(name, held))).toEqual({ ...plate, ...changed });
  });

  it("stops at the edge and at the smallest size, and leaves other keys alone", () => {
    const small = { x: 0, y: 0, width: 120, height: 60 };
    expect(keyPlate(small, key("ArrowLeft"))).toEqual(small);
    expect(keyPlate(small, key("ArrowUp", { altKey: true }))).toEqual(small);
    expect(keyPlate(small, key("Tab"))).toBeNull();
  });
});

it("brings any plate onto the canvas in whole pixels", () => {
  expect(within({ x: 1900.4, y: -3, width: 40, height: 5000 })).toEqual({
    x: 1800,
    y: 0,
    width: 120,
    height: 1080,
  });
});

it("a press goes through to the next plate below it, and round again", () => {
  const full = { x: 0, y: 0, width: 1920, height: 1080 };
  const point = { x: 500, y: 400 };
  expect(nextAt([full, plate], 0, point)).toBe(1);
  expect(nextAt([full, plate], 1, point)).toBe(0);
  expect(nextAt([full, plate], 0, { x: 10, y: 10 })).toBe(0);
});
