import { expect, it } from "vitest";
import { differencesOf, draftId, isReordered, sameLists, type Trait } from "./model";

type Entry = { id: string; title: string; reward: string };

const traits: readonly Trait<Entry>[] = [
  { label: "Title", text: ({ title }) => title },
  { label: "Reward", text: ({ reward }) => reward },
];

const one: Entry = { id: "1", title: "One", reward: "$1" };
const two: Entry = { id: "2", title: "Two", reward: "$2" };
const three: Entry = { id: "3", title: "Three", reward: "$3" };

it("takes lists for the same that say the same in the same order, whatever their ids", () => {
  expect(sameLists(traits, [one, two], [{ ...one, id: "1700000000000" }, two])).toBe(true);
  expect(sameLists(traits, [one, two], [two, one])).toBe(false);
  expect(sameLists(traits, [one, two], [one])).toBe(false);
  expect(sameLists(traits, [one], [{ ...one, reward: "$9" }])).toBe(false);
});

it("tells what changed, what only one of them has, and nothing else", () => {
  expect(differencesOf(traits, [one, two], [{ ...one, reward: "$9" }, three])).toEqual([
    {
      id: "1",
      title: "One",
      kind: "changed",
      traits: [{ label: "Reward", live: "$1", draft: "$9" }],
    },
    { id: "3", title: "Three", kind: "only-draft", traits: [] },
    { id: "2", title: "Two", kind: "only-live", traits: [] },
  ]);
  expect(differencesOf(traits, [one, two], [two, one])).toEqual([]);
});

it("looks at the order of what both have", () => {
  expect(isReordered([one, two], [two, one])).toBe(true);
  expect(isReordered([one, two, three], [three, one])).toBe(true);
  expect(isReordered([one, two, three], [one, three])).toBe(false);
});

it("gives new entries ids that nobody else has", () => {
  expect(draftId([one], 5)).toBe("5");
  expect(
    draftId(
      [
        { id: "5", title: "" },
        { id: "6", title: "" },
      ],
      5,
    ),
  ).toBe("7");
});
