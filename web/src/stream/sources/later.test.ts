import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { later } from "./later";
import type { SourceState } from "./state";
import type { View } from "./view";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const state = { kind: "banner" } as SourceState;
const newer = { kind: "banner", isTest: true } as SourceState;

function aView() {
  return {
    update: vi.fn<View["update"]>(),
    isQuiet: vi.fn<View["isQuiet"]>(() => false),
    close: vi.fn<View["close"]>(),
  };
}

it("shows the newest state once its module is there, and from then on each", async () => {
  const inner = aView();
  const view = later(() => Promise.resolve({ open: () => inner }))(document.body);
  view.update(state, true);
  view.update(newer, true);
  expect(view.isQuiet()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(inner.update.mock.calls).toEqual([[newer, true]]);
  expect(view.isQuiet()).toBe(false);
  view.update(state, false);
  expect(inner.update).toHaveBeenLastCalledWith(state, false);
  view.close();
  expect(inner.close).toHaveBeenCalledOnce();
});

it("asks again for a module that could not be loaded, until it is closed", async () => {
  const inner = aView();
  const load = vi.fn<() => Promise<{ open: () => View }>>();
  load.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  load.mockResolvedValue({ open: () => inner });
  const view = later(load)(document.body);
  view.update(state, true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(inner.update.mock.calls).toEqual([[state, true]]);

  load.mockRejectedValue(new TypeError("Failed to fetch"));
  const closed = later(load)(document.body);
  await vi.advanceTimersByTimeAsync(0);
  closed.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(3);
});
