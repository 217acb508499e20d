import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dropUnsaved, hasUnsavedChanges } from "../session/unsaved";
import type { Trait } from "./model";
import { createDrafts } from "./store";

type Entry = { id: string; title: string };

const NAME = "pointhouse.admin.shop";
const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
const read = (stored: unknown) => (Array.isArray(stored) && stored.every(isEntry) ? stored : null);
const traits: readonly Trait<Entry>[] = [{ label: "Title", text: ({ title }) => title }];
const live = { version: "v1", entries: [{ id: "1", title: "One" }] };
const changed = [{ id: "1", title: "Uno" }];

/** A page that is loaded anew. */
const load = () => createDrafts<Entry>({ name: "admin.shop", read, traits });

let drafts = load();

beforeEach(() => {
  drafts = load();
});

afterEach(() => drafts.discard());

const isSaved = () => drafts.use.getState().isSaved;

it("is kept on this browser only when it is saved", () => {
  drafts.change(live, changed);
  expect(drafts.current()?.entries).toEqual(changed);
  expect(isSaved()).toBe(false);
  expect(load().current()).toBeNull();
  drafts.save();
  expect(isSaved()).toBe(true);
  expect(load().current()).toEqual({ base: live, entries: changed, conflicts: [] });
});

it("is none once it says what is live again", () => {
  drafts.change(live, changed);
  drafts.save();
  drafts.change(live, [...live.entries]);
  expect(drafts.current()).toBeNull();
  expect(load().current()).toBeNull();
});

it("keeps the list that it was begun from", () => {
  drafts.change(live, changed);
  drafts.change({ version: "v2", entries: [] }, [...changed, { id: "2", title: "Two" }]);
  expect(drafts.current()?.base).toEqual(live);
});

it.each([
  "not json",
  "null",
  "7",
  '{"base":{"version":1,"entries":[]},"entries":[]}',
  '{"base":{"version":"v1","entries":[]},"entries":[{"id":1}]}',
])("takes no notice of what is no draft: %s", (text) => {
  localStorage.setItem(NAME, text);
  expect(load().current()).toBeNull();
});

it("says when the browser keeps nothing, and stays unsaved", () => {
  drafts.change(live, changed);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(drafts.save).toThrow();
  expect(isSaved()).toBe(false);
  expect(drafts.current()?.entries).toEqual(changed);
});

it("counts as unsaved until it is saved, and falls back to what was saved", () => {
  drafts.change(live, changed);
  expect(hasUnsavedChanges()).toBe(true);
  drafts.save();
  expect(hasUnsavedChanges()).toBe(false);
  drafts.change(live, [{ id: "1", title: "Eins" }]);
  expect(hasUnsavedChanges()).toBe(true);
  dropUnsaved();
  expect(hasUnsavedChanges()).toBe(false);
  expect(drafts.current()?.entries).toEqual(changed);
});

/** Whether the browser would ask before the page is left. */
function leave(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it("lets the browser ask before it is thrown away with the page", () => {
  expect(leave()).toBe(false);
  drafts.change(live, changed);
  expect(leave()).toBe(true);
  drafts.discard();
  expect(leave()).toBe(false);
});

it("follows another window, but not over what is unsaved here", () => {
  const other = { base: live, entries: [{ id: "1", title: "Ein" }], conflicts: [] };
  const tell = () =>
    act(() => {
      localStorage.setItem(NAME, JSON.stringify(other));
      window.dispatchEvent(new StorageEvent("storage", { key: NAME }));
    });
  tell();
  expect(drafts.current()).toEqual(other);
  drafts.change(live, changed);
  tell();
  expect(drafts.current()?.entries).toEqual(changed);
});

it("reads what an older version of the site has kept", () => {
  localStorage.setItem(NAME, JSON.stringify({ base: live, entries: changed }));
  expect(load().current()).toEqual({ base: live, entries: changed, conflicts: [] });
});

it("follows what another admin publishes, stays saved, and ends when it is live", () => {
  drafts.change(live, changed);
  drafts.save();
  const more = { version: "v2", entries: [...live.entries, { id: "2", title: "Theirs" }] };
  drafts.follow(more);
  const merged = [...changed, { id: "2", title: "Theirs" }];
  expect(drafts.current()).toEqual({ base: more, entries: merged, conflicts: [] });
  expect(isSaved()).toBe(true);
  expect(load().current()?.base.version).toBe("v2");

  drafts.follow({ version: "v3", entries: merged });
  expect(drafts.current()).toBeNull();
  expect(load().current()).toBeNull();
});

it("keeps a conflict until its author decides", () => {
  drafts.change(live, changed);
  drafts.follow({ version: "v2", entries: [{ id: "1", title: "Theirs" }] });
  expect(drafts.current()).toMatchObject({ entries: changed, conflicts: ["1"] });
  drafts.follow({ version: "v3", entries: [{ id: "1", title: "Theirs" }] });
  expect(drafts.current()?.conflicts).toEqual(["1"]);
  drafts.resolve(new Map([["1", "mine"]]));
  expect(drafts.current()).toMatchObject({ entries: changed, conflicts: [] });
  expect(drafts.current()?.base.version).toBe("v3");

  drafts.follow({ version: "v4", entries: [{ id: "1", title: "Theirs again" }] });
  drafts.resolve(new Map([["1", "theirs"]]));
  expect(drafts.current()).toBeNull();
});

it("has no conflict about what its author sets to what is live", () => {
  drafts.change(live, [...changed, { id: "2", title: "Two" }]);
  const theirs = { version: "v2", entries: [{ id: "1", title: "Theirs" }] };
  drafts.follow(theirs);
  expect(drafts.current()?.conflicts).toEqual(["1"]);
  drafts.change(theirs, [...theirs.entries, { id: "2", title: "Two" }]);
  expect(drafts.current()?.conflicts).toEqual([]);
});

it("takes a change of the list that is its own as well", () => {
  drafts.change(live, [...live.entries, { id: "2", title: "Two" }]);
  drafts.changeBoth((entries) =>
    entries.map((entry) => (entry.id === "1" ? { ...entry, title: "Done" } : entry)),
  );
  drafts.follow({ version: "v2", entries: [{ id: "1", title: "Done" }] });
  expect(drafts.current()).toMatchObject({
    entries: [
      { id: "1", title: "Done" },
      { id: "2", title: "Two" },
    ],
    conflicts: [],
  });
});

it("ends when what it publishes is live under the server's ids", () => {
  drafts.change(live, [...live.entries, { id: "17", title: "New" }]);
  drafts.follow({ version: "v2", entries: [...live.entries, { id: "2", title: "New" }] });
  expect(drafts.current()).toBeNull();
});

it("takes the server's ids for entries that were live already when it was begun", () => {
  const sent = [...live.entries, { id: "17", title: "New" }];
  drafts.change({ version: "v2", entries: sent }, [...live.entries, { id: "17", title: "Newer" }]);
  drafts.follow({ version: "v2", entries: [...live.entries, { id: "2", title: "New" }] });
  expect(drafts.current()).toMatchObject({
    base: { entries: [{ id: "1" }, { id: "2", title: "New" }] },
    entries: [{ id: "1" }, { id: "2", title: "Newer" }],
    conflicts: [],
  });
});
