import { expect, it } from "vitest";
import { clockText } from "./numbers";
import { arrangementOf, placementOf, shapeFor } from "./placement";
import { createRing } from "./ring";
import { type Happening, nameOnAir, readHappening, readState } from "./state";

const happening = (id: string, kind: Happening["kind"] = "claim"): Happening => ({
  id,
  at: 0,
  kind,
  name: "rory",
  isNamed: true,
  title: "",
  amount: 0,
  multiplier: 0,
  isTest: false,
  round: null,
});

it("takes nothing for granted in what the server sends", () => {
  expect(
    readState({ source: { options: { kind: "goal" }, x: "1", width: Number.NaN } }),
  ).toMatchObject({
    kind: "goal",
    plate: { x: 0, y: 0, width: 800, height: 200 },
    locale: "en-US",
    volume: 0,
    site: { name: "", pointsName: "points" },
  });
  expect(readHappening({ id: "1", kind: "win", amount: "5", round: 7 })).toMatchObject({
    amount: 0,
    round: null,
  });
});

it.each([
  ["rory", true, "rory"],
  ["rory", false, "ro***"],
  ["r**y", false, "r**y"],
  ["😀😀😀", false, "😀😀***"],
])("shows %s, named: %s, as %s", (name, isNamed, shown) => {
  expect(nameOnAir(name, isNamed)).toBe(shown);
});

it.each([
  [
    { width: 1920, height: 1080 },
    { left: 100, top: 880, width: 800, height: 100 },
  ],
  [
    { width: 1280, height: 720 },
    { left: 66.67, top: 586.67, width: 533.33, height: 66.67 },
  ],
  [
    { width: 2560, height: 1440 },
    { left: 133.33, top: 1173.33, width: 1066.67, height: 133.33 },
  ],
  [
    { width: 1080, height: 1920 },
    { left: 25, top: 1634.29, width: 800, height: 100 },
  ],
])("keeps its place on %j", (canvas, expected) => {
  const placed = placementOf(canvas, { x: 100, y: 880, width: 800, height: 100 });
  for (const [name, value] of Object.entries(expected))
    expect(placed[name as keyof typeof placed]).toBeCloseTo(value, 1);
});

it("never leaves the canvas", () => {
  const placed = placementOf(
    { width: 640, height: 90 },
    { x: 9_999, y: -5, width: 5_000, height: 900 },
  );
  expect(placed.left).toBeGreaterThanOrEqual(0);
  expect(placed.left + placed.width).toBeLessThanOrEqual(640.001);
  expect(placed.top + placed.height).toBeLessThanOrEqual(90.001);
});

it("takes the width of an upright canvas, with letters for a phone", () => {
  const shapes = [
    { name: "wide", width: 44, height: 6 },
    { name: "card", width: 17, height: 14 },
  ] as const;
  const canvas = { width: 1_080, height: 1_920 };
  const place = { x: 1_400, y: 40, width: 480, height: 360 };
  const placed = arrangementOf(canvas, place, shapes);
  expect(placed.name).toBe("card");
  expect(placed.em).toBeCloseTo(48);
  expect(placed.left + placed.width).toBeLessThanOrEqual(1_080);
  const wide = arrangementOf({ width: 1_920, height: 1_080 }, place, shapes);
  expect(wide.left).toBe(1_400);
});

it("takes the first arrangement whose text is nearly as large as it can be", () => {
  const shapes = [
    { name: "wide", width: 40, height: 8 },
    { name: "card", width: 16, height: 16 },
  ] as const;
  expect(shapeFor(shapes, { width: 800, height: 160 }).name).toBe("wide");
  expect(shapeFor(shapes, { width: 300, height: 300 }).name).toBe("card");
});

it.each([
  [0, "0:00"],
  [41_001, "0:42"],
  [192_000, "3:12"],
  [3_849_000, "1:04:09"],
  [90_000_000, "1 25"],
])("writes %d ms as %s", (ms, text) => {
  expect(clockText(ms, (days, hours) => `${days} ${hours + 24}`)).toBe(text);
});

it("lets the items of a ticker go round, the newest first", () => {
  const ring = createRing();
  ring.replace([happening("c"), happening("b"), happening("a")], 2);
  expect(ring.first(2).map(({ id }) => id)).toEqual(["c", "b"]);
  expect(ring.add(happening("d"), 2)).toBe(true);
  expect(ring.add(happening("d"), 2)).toBe(false);
  expect(ring.step()?.id).toBe("d");
  expect(ring.step()?.id).toBe("a");
  expect(ring.size()).toBe(4);
});

const named = (id: string, name: string) => ({ ...happening(id), name });

it("takes back the name of a member who is no longer named, shown or waiting", () => {
  const ring = createRing();
  ring.replace([named("c", "cleo"), named("b", "ben"), named("a", "ada")], 2);
  expect(ring.replace([named("c", "cleo"), named("b", "ben"), named("a", "a**")], 2)).toBe(false);
  expect(ring.step()?.name).toBe("a**");
  expect(ring.replace([named("c", "c***"), named("b", "b**"), named("a", "a**")], 2)).toBe(true);
  expect(ring.first(3).map(({ name }) => name)).toEqual(["c***", "b**", "a**"]);
});
