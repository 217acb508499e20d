import { expect, it } from "vitest";
import { formatList } from "./lists";
import { formatOrdinal } from "./ordinals";
import { formatCount, plural } from "./words";

it("picks the word for a count", () => {
  expect([0, 1, 2, 21].map((count) => plural(count, "tile"))).toEqual([
    "tiles",
    "tile",
    "tiles",
    "tiles",
  ]);
  expect(plural(1, "has", "have")).toBe("has");
  expect(plural(3, "has", "have")).toBe("have");
});

it("writes a count with its word", () => {
  expect(formatCount(1, "ticket")).toBe("1 ticket");
  expect(formatCount(1_200, "entry", "entries")).toBe("1,200 entries");
});

it("writes places and lists", () => {
  expect([1, 2, 3, 4, 11, 22, 113, 1_001].map(formatOrdinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "22nd",
    "113th",
    "1,001st",
  ]);
  expect(formatList(["one", "two", "three"])).toBe("one, two, and three");
});
