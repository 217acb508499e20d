import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reloadWhenQuiet } from "./reload";

const answer = vi.fn<() => Promise<Response>>();
const load = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  answer.mockReset().mockImplementation(() => Promise.resolve(new Response("", { status: 200 })));
  load.mockReset();
  vi.stubGlobal("fetch", answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("loads as soon as nothing is interrupted, and asks the server only then", async () => {
  let isQuiet = false;
  reloadWhenQuiet(() => isQuiet, load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answer).not.toHaveBeenCalled();
  isQuiet = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answer).toHaveBeenCalledOnce();
  expect(load).toHaveBeenCalledOnce();
});

it.each([
  ["is gone", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["is behind a gateway that fails", () => Promise.resolve(new Response("", { status: 502 }))],
])("stays while the server %s, and asks again at a bounded rate", async (_, gone) => {
  answer.mockImplementation(gone);
  reloadWhenQuiet(() => true, load);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(load).not.toHaveBeenCalled();
  expect(answer.mock.calls.length).toBeGreaterThan(10);
  expect(answer.mock.calls.length).toBeLessThanOrEqual(21);
  answer.mockImplementation(() => Promise.resolve(new Response("")));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).toHaveBeenCalledOnce();
});

it("does not interrupt what begins while the server is asked", async () => {
  let isQuiet = true;
  answer.mockImplementation(() => {
    isQuiet = false;
    return Promise.resolve(new Response(""));
  });
  reloadWhenQuiet(() => isQuiet, load);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(load).not.toHaveBeenCalled();
  isQuiet = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledOnce();
});
