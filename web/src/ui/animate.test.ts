import { beforeEach, expect, it, vi } from "vitest";
import { animate, easeOut } from "./animate";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
});

function record() {
  const parts: number[] = [];
  return { parts, draw: (part: number) => void parts.push(part) };
}

it("draws every frame from the start to the end, and then no more", () => {
  const { parts, draw } = record();
  animate(100, draw);
  expect(parts).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.at(-1)).toBe(1);
  expect(parts.filter((part) => part === 1)).toHaveLength(1);
  expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  expect(vi.getTimerCount()).toBe(0);
});

it("waits at the start until its time has come", () => {
  const { parts, draw } = record();
  animate(100, draw, performance.now() + 200);
  vi.advanceTimersByTime(190);
  expect(new Set(parts)).toEqual(new Set([0]));
  vi.advanceTimersByTime(200);
  expect(parts.at(-1)).toBe(1);
});

it("stops, between two frames and within one", () => {
  const { parts, draw } = record();
  const stop = animate(100, draw);
  vi.advanceTimersByTime(50);
  stop();
  const drawn = parts.length;
  vi.advanceTimersByTime(100);
  expect(parts).toHaveLength(drawn);

  let drawnOnce = 0;
  const stopItself = animate(100, () => {
    drawnOnce += 1;
    stopItself();
  });
  vi.advanceTimersByTime(100);
  expect(drawnOnce).toBe(1);
});

it("draws only the end with less motion, and for what takes no time", () => {
  const { parts, draw } = record();
  animate(0, draw);
  const less = Object.assign(window.matchMedia(""), { matches: true });
  vi.spyOn(window, "matchMedia").mockReturnValue(less);
  animate(100, draw);
  expect(parts).toEqual([1, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

it("eases out to its end", () => {
  expect([easeOut(0, 3), easeOut(0.5, 2), easeOut(1, 4)]).toEqual([0, 0.75, 1]);
});
