import { expect, it } from "vitest";
import { mergeDraft, mergeForm, ORDER, resolveDraft, type Side } from "./merge";
import type { Trait } from "./model";

type Entry = { id: string; title: string };

const traits: readonly Trait<Entry>[] = [{ label: "Title", text: ({ title }) => title }];

/** "a b2" is entry a and a changed entry b. */
const list = (text: string): Entry[] =>
  text.split(" ").flatMap((title) => (title === "" ? [] : { id: title.charAt(0), title }));
const text = (entries: readonly Entry[]) => entries.map(({ title }) => title).join(" ");

function merge(base: string, mine: string, theirs: string, before: readonly string[] = []) {
  const draft = {
    base: { version: "v1", entries: list(base) },
    entries: list(mine),
    conflicts: before,
  };
  return mergeDraft(traits, draft, { version: "v2", entries: list(theirs) });
}

it.each([
  ["nothing", "a b c", "a b c", "a b c", "a b c"],
  ["their change", "a b c", "a b2 c", "a b c1", "a b2 c1"],
  ["their new entry", "a b", "a1 b", "a x b", "a1 x b"],
  ["their new entry beside mine", "a b", "a b m", "a b t", "a b m t"],
  ["their deletion", "a b c", "a1 b c", "a c", "a1 c"],
  ["my deletion", "a b c", "a c", "a1 b c", "a1 c"],
  ["both deletions", "a b c", "a b", "a c", "a"],
  ["the same change", "a b", "a2 b", "a2 b", "a2 b"],
  ["the same deletion", "a b", "a", "a", "a"],
  ["their order", "a b c", "a1 b c", "c b a", "c b a1"],
  ["my order", "a b c", "c b a", "a1 b c", "c b a1"],
  ["my order around their new entry", "a b c", "c b a", "a x b c", "c b a x"],
  ["the same order", "a b c", "c b a", "c b a", "c b a"],
  ["an empty list", "", "m", "t", "m t"],
])("merges %s", (_, base, mine, theirs, merged) => {
  const { entries, conflicts, base: next } = merge(base, mine, theirs);
  expect(text(entries)).toBe(merged);
  expect(conflicts).toEqual([]);
  expect(next.version).toBe("v2");
});

it.each([
  ["two changes of one entry", "a b", "a1 b", "a2 b", ["a"], "a1 b", "a2 b"],
  ["my change of what they deleted", "a b", "a1 b", "b", ["a"], "a1 b", "b"],
  ["my deletion of what they changed", "a b", "b", "a2 b", ["a"], "b", "a2 b"],
  ["two orders", "a b c", "c a b", "b a c", [ORDER], "c a b", "b a c"],
])("keeps %s for the author to decide", (_, base, mine, theirs, named, kept, taken) => {
  const draft = merge(base, mine, theirs);
  expect(draft.conflicts).toEqual(named);
  expect(text(draft.entries)).toBe(kept);
  const decided = (side: Side) =>
    resolveDraft(draft, new Map(named.map((id): [string, Side] => [id, side])));
  expect(decided("mine")).toEqual({ ...draft, conflicts: [] });
  expect(text(decided("theirs").entries)).toBe(taken);
  expect(decided("theirs").conflicts).toEqual([]);
});

it("merges everything else beside a conflict", () => {
  const { entries, conflicts } = merge("a b c d", "a1 b c2 d m", "a9 b5 c d t");
  expect(text(entries)).toBe("a1 b5 c2 d m t");
  expect(conflicts).toEqual(["a"]);
});

it("keeps an undecided conflict over the next list, until both say the same", () => {
  expect(merge("a9", "a1", "a9", ["a"]).conflicts).toEqual(["a"]);
  expect(merge("a9", "a1", "a1", ["a"]).conflicts).toEqual([]);
  expect(merge("b a", "a b", "b a", [ORDER]).conflicts).toEqual([ORDER]);
});

it("knows its own new entries again under the server's ids", () => {
  const before = [{ id: "a", title: "a" }];
  const added = { id: "17", title: "new" };
  const draft = {
    base: { version: "v1", entries: before },
    entries: [...before, added],
    conflicts: [],
  };
  const published = [
    { id: "a", title: "a2" },
    { id: "s1", title: "new" },
  ];
  const live = { version: "v2", entries: published };
  expect(mergeDraft(traits, draft, live).entries).toEqual(published);
  // The draft was begun on the list as it was sent.
  const later = {
    base: { version: "v1", entries: [...before, added] },
    entries: [...before, { ...added, title: "newer" }],
    conflicts: [],
  };
  expect(mergeDraft(traits, later, live)).toMatchObject({
    entries: [
      { id: "a", title: "a2" },
      { id: "s1", title: "newer" },
    ],
    conflicts: [],
  });
});

/** "x y" is a form with these two fields. */
function form(texts: string) {
  const [title = "", task = ""] = texts.split(" ");
  return { title, task };
}

it.each([
  ["what the form changed", "x b", "a b", "x b", false],
  ["what changed since it was opened", "a b", "a y", "a y", false],
  ["different fields", "x b", "a y", "x y", false],
  ["the same change", "x b", "x b", "x b", false],
  ["two changes of one field", "x b", "y b", "x b", true],
])("merges a form: %s", (_, typed, current, merged, isConflict) => {
  // Validation trims what is typed.
  const opened = { title: "a", task: "b " };
  expect(mergeForm(opened, form(current), form(typed))).toEqual({
    form: form(merged),
    isConflict,
  });
});
