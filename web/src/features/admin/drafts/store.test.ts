import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dropUnsaved, hasUnsavedChanges } from "../session/unsaved";
import type { Trait } from "./model";
import { createDrafts } from "./store";

type Entry = { id: string; title: string };

const NAME = "test.draft";
const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
const read = (stored: unknown) => (Array.isArray(stored) && stored.every(isEntry) ? stored : null);
const traits: readonly Trait<Entry>[] = [{ label: "Title", text: ({ title }) => title }];
const live = { version: "v1", entries: [{ id: "1", title: "One" }] };
const changed = [{ id: "1", title: "Uno" }];

/** A page that is loaded anew. */
const load = () => createDrafts<Entry>({ name: NAME, read, traits });

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
  expect(load().current()).toEqual({ base: live, entries: changed });
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
  const other = { base: live, entries: [{ id: "1", title: "Ein" }] };
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

it("stands on a newer version that says the same, and ends when it is live", () => {
  drafts.change(live, changed);
  drafts.save();
  const again = { version: "v2", entries: [...live.entries] };
  drafts.meet(again);
  expect(drafts.current()).toEqual({ base: again, entries: changed });
  expect(load().current()?.base.version).toBe("v2");

  drafts.meet({ version: "v3", entries: [{ id: "1", title: "Somebody else's" }] });
  expect(drafts.current()?.base.version).toBe("v2");

  drafts.meet({ version: "v4", entries: changed });
  expect(drafts.current()).toBeNull();
});
