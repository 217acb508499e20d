import { expect, it } from "vitest";
import { winClass } from "./win-class";

it.each([
  [0, "small"],
  [9.99, "small"],
  [10, "good"],
  [49.99, "good"],
  [50, "big"],
  [99.99, "big"],
  [100, "mega"],
  [1_000, "mega"],
])("%d times the bet are a %s win", (times, name) => {
  expect(winClass(times)).toBe(name);
});
