import { expect, it } from "vitest";
import type { Values } from "../../settings/values";
import { wrongField } from "../layout/layout";
import { freeName, inOrder, newId, withCopy, withNew, without } from "./list";
import { freshSource, KINDS, NAME_MAX, SOURCES_MAX } from "./model";

const some = (...names: string[]): readonly Values[] =>
  names.map((name, place) => freshSource("giveaway", `source-${place}`, name));

it("ids have 8 characters a-z and 0-9, and none is given twice", () => {
  const ids = Array.from({ length: 200 }, () => newId([]));
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{8}$/);
  expect(new Set(ids).size).toBe(200);
});

it("a new source of each kind stands at the end, chosen, with values that may be saved", () => {
  for (const kind of KINDS) {
    const added = withNew(some("One"), kind);
    const source = added?.sources.at(-1);
    expect(source).toMatchObject({ id: added?.id, options: { kind } });
    // A goal has no title of its own to begin with.
    expect(source === undefined ? "" : wrongField(source)).toBe(kind === "goal" ? "title" : null);
  }
});

it("names are free, and no longer than a name may be", () => {
  expect(freeName("Ticker", [])).toBe("Ticker");
  expect(freeName("Ticker", ["Ticker", "Ticker 2"])).toBe("Ticker 3");
  const long = "x".repeat(60);
  const first = freeName(long, []);
  expect(first).toHaveLength(NAME_MAX);
  const second = freeName(long, [first]);
  expect(second).toHaveLength(NAME_MAX);
  expect(second).toMatch(/ 2$/);
});

it("a copy comes after its source, aside from it, with an id and a name of its own", () => {
  const sources = some("One", "Two");
  const copied = withCopy(sources, "source-0");
  expect(copied?.sources.map(({ name }) => name)).toEqual(["One", "One copy", "Two"]);
  const [one, copy] = copied?.sources ?? [];
  expect(copy?.id).toBe(copied?.id);
  expect(copy?.id).not.toBe(one?.id);
  expect(copy).toMatchObject({ x: 80, y: 80, options: one?.options });
  expect(copy?.options).not.toBe(one?.options);
});

it("a copy keeps what was typed wrong, so that it is marked there, too", () => {
  const [one] = some("One");
  const typed = [{ ...one, volume: { unread: "loud" } }];
  expect(withCopy(typed, "source-0")?.sources[1]).toMatchObject({ volume: { unread: "loud" } });
});

it("a full list takes no more", () => {
  const full = some(...Array.from({ length: SOURCES_MAX }, (_, place) => `Source ${place}`));
  expect(withNew(full, "ticker")).toBeNull();
  expect(withCopy(full, "source-0")).toBeNull();
});

it("after a removal the next source is chosen, at the end the one before, and none of none", () => {
  const sources = some("One", "Two", "Three");
  expect(without(sources, "source-1")).toEqual({
    sources: [sources[0], sources[2]],
    id: "source-2",
  });
  expect(without(sources, "source-2").id).toBe("source-1");
  expect(without(some("One"), "source-0")).toEqual({ sources: [], id: "" });
});

it("the order is that of the ids", () => {
  const sources = some("One", "Two", "Three");
  const ids = ["source-2", "source-0", "source-1"];
  expect(inOrder(sources, ids).map(({ name }) => name)).toEqual(["Three", "One", "Two"]);
});
