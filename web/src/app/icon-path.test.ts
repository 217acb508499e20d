import { expect, it } from "vitest";
import { joinShapes, type Shape } from "../../tools/build/icon-path";

const pathOf = (...shapes: Shape[]) => joinShapes(shapes).path;

it("joins the shapes of an icon into one path", () => {
  const check: Shape = ["path", { d: "m9 12 2 2 4-4", key: "dzmm74" }];
  const line: Shape = ["line", { x1: "12", x2: "12.01", y1: "8", y2: "8", key: "1pkeuh" }];
  expect(joinShapes([check, line])).toEqual({ path: "M9 12l2 2 4-4M12 8L12.01 8", others: [] });
});

it("begins each part at an absolute point", () => {
  expect(pathOf(["path", { d: "m.5-1.25c1 0 2 1 2 2" }])).toBe("M.5 -1.25c1 0 2 1 2 2");
  expect(pathOf(["path", { d: "M4 22h16" }], ["path", { d: "m6 9 6 6" }])).toBe("M4 22h16M6 9l6 6");
});

it("writes circles, boxes and rows of points as paths", () => {
  expect(pathOf(["circle", { cx: "12", cy: "12", r: "10" }])).toBe(
    "M2 12a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z",
  );
  expect(pathOf(["rect", { x: "3", y: "4", width: "18", height: "6" }])).toBe("M3 4h18v6h-18z");
  expect(pathOf(["rect", { x: "3", y: "4", width: "18", height: "6", rx: "1" }])).toBe(
    "M4 4h16a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z",
  );
  expect(pathOf(["polygon", { points: "5 3 19 12 5 21" }])).toBe("M5 3 19 12 5 21z");
});

it("leaves a shape with a fill of its own as it is", () => {
  const dot: Shape = [
    "circle",
    { cx: "12", cy: "12", r: ".5", fill: "currentColor", key: "a1b2c3" },
  ];
  expect(joinShapes([["path", { d: "M4 22h16" }], dot])).toEqual({
    path: "M4 22h16",
    others: [["circle", { cx: "12", cy: "12", r: ".5", fill: "currentColor" }]],
  });
});
