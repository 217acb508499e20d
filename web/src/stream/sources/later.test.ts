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

const fails = () => Promise.reject<{ open: () => View }>(new TypeError("Failed to fetch"));

it("loads the page again when its module could not be loaded, unless it is closed", async () => {
  const reload = vi.fn<() => void>();
  later(fails, reload)(document.body).update(state, true);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();

  const closed = later(fails, reload)(document.body);
  await vi.advanceTimersByTimeAsync(0);
  closed.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledOnce();
});
