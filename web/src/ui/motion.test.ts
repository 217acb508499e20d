import { afterEach, expect, it, vi } from "vitest";
import { scrollBehavior } from "./motion";

afterEach(() => vi.unstubAllGlobals());

it.each([
  [true, "instant"],
  [false, "smooth"],
])("scrolls for a person who asked for less motion (%s): %s", (isReduced, behavior) => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: isReduced && media === "(prefers-reduced-motion: reduce)",
  }));
  expect(scrollBehavior()).toBe(behavior);
});
