import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchBuild } from "./build";

const page = (name: string) =>
  `<!doctype html><html><head><link rel="stylesheet" href="/assets/${name}.css">` +
  `<script type="module" src="/assets/${name}.js"></script></head><body></body></html>`;
let served = "";
let status = 200;

beforeEach(() => {
  vi.useFakeTimers();
  [served, status] = ["a", 200];
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(page(served), { status })));
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/a.js"></script>';
});
afterEach(() => {
  document.head.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("tells of a new build once, at the next question or at once after a new connection", async () => {
  const onNew = vi.fn<() => void>();
  const build = watchBuild(onNew);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(onNew).not.toHaveBeenCalled();
  served = "b";
  build.soon();
  await vi.advanceTimersByTimeAsync(0);
  expect(onNew).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(onNew).toHaveBeenCalledOnce();
});

it("takes no error page for a new build", async () => {
  const onNew = vi.fn<() => void>();
  [served, status] = ["b", 502];
  watchBuild(onNew);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onNew).not.toHaveBeenCalled();
});
