import { describe, expect, it } from "vitest";
import { type Challenge, filledIn, listsOf, pictureOf } from "./model";

const challenge = (id: string, difficulty: Challenge["difficulty"], completed = false): Challenge =>
  filledIn({ id, title: `Challenge ${id}`, difficulty, completed, rewardPoints: null });

const published = [
  challenge("1", "Hard"),
  challenge("2", "Easy", true),
  challenge("3", "Extreme"),
  challenge("4", "Easy"),
  challenge("5", "Medium"),
  challenge("6", "Extreme", true),
  challenge("7", "Hard"),
];

const idsOf = (list: readonly Challenge[]) => list.map(({ id }) => id).join(" ");

describe("the lists", () => {
  it.each([
    ["all", "1 3 4 5 7", "2 6"],
    ["easiest", "4 5 1 7 3", "2 6"],
    ["hardest", "3 1 7 5 4", "6 2"],
  ] as const)("in the order %s", (order, available, completed) => {
    const lists = listsOf(published, order);
    expect(idsOf(lists.available)).toBe(available);
    expect(idsOf(lists.completed)).toBe(completed);
    // The published order is needed again for "all".
    expect(idsOf(published)).toBe("1 2 3 4 5 6 7");
  });
});

describe("a picture", () => {
  it.each([
    ["https://example.com/a.png", "https://example.com/a.png"],
    ["http://example.com/a.png", null],
    ["javascript:alert(1)", null],
    ["", null],
  ])("at %j is shown from %j", (image, shown) => {
    expect(pictureOf({ ...challenge("1", "Easy"), image })).toBe(shown);
  });
});
