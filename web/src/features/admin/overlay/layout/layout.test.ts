import { describe, expect, it } from "vitest";
import { freshSource, KINDS, type Kind, SOURCES_MAX, type Source } from "../editor/model";
import { type LayoutSource, merged, readLayout, readLayoutFile, writeLayout } from "./layout";

const source = (kind: Kind, change: object = {}) => ({
  ...freshSource(kind, "abcd1234", "Mine"),
  ...change,
});
const file = (sources: unknown, change: object = {}) =>
  JSON.stringify({ kind: "pointhouse-overlay", version: 1, sources, ...change });
const withoutId = (one: Source): LayoutSource => {
  const { id: _, ...others } = one;
  return others;
};
const problemOf = (text: string) => {
  const read = readLayout(text);
  return "problem" in read ? read.problem : null;
};

it("what is exported comes back the same, without ids", () => {
  const goal = freshSource("goal", "goal1234", "To a new camera");
  const all = [
    ...KINDS.filter((kind) => kind !== "goal").map((kind) => freshSource(kind, `id-${kind}`, kind)),
    { ...goal, options: { ...goal.options, title: "A new camera" } },
  ];
  const text = JSON.stringify(writeLayout(all));
  expect(text).not.toContain("goal1234");
  expect(text).not.toContain('"id"');
  expect(readLayout(text)).toEqual({ sources: all.map(withoutId) });
});

it("a source that something is wrong with is not exported", () => {
  expect(
    writeLayout([source("ticker"), source("ticker", { width: { unread: "wide" } })]),
  ).toBeNull();
});

it("ids, keys and anything unknown stay outside", () => {
  const entry = { ...source("podium"), key: "secret", more: 1 };
  const options = { ...entry.options, key: "secret" };
  const read = readLayout(file([{ ...entry, options }]));
  expect(JSON.stringify(read)).not.toMatch(/secret|more|abcd1234/);
  expect(read).toHaveProperty("sources.0.options", { kind: "podium", board: "points" });
});

describe("a bad file", () => {
  it.each([
    ["nothing", ""],
    ["half a file", '{"kind":"pointhouse-overlay"'],
  ])("%s is no JSON", (_, text) => expect(problemOf(text)).toContain("isn't JSON"));

  it.each([
    ["a list", "[]"],
    ["null", "null"],
    ["a settings file", '{"format":1,"sections":{}}'],
    ["no list of sources", file({})],
    ["no version", file([source("hunt")], { version: "1" })],
  ])("%s is no layout", (_, text) => expect(problemOf(text)).toContain("no layout"));

  it("says that it is newer, empty or too long", () => {
    expect(problemOf(file([], { version: 2 }))).toContain("newer version");
    expect(problemOf(file([]))).toContain("has no sources");
    const many = Array.from({ length: SOURCES_MAX + 1 }, () => source("hunt"));
    expect(problemOf(file(many))).toContain("more than 40");
  });

  it.each([
    [{ name: "" }, "Name"],
    [{ name: "x".repeat(41) }, "Name"],
    [{ x: -1 }, "From the left"],
    [{ x: 1500, width: 500 }, "From the left"],
    [{ y: 1030, height: 60 }, "From the top"],
    [{ width: 119 }, "Width"],
    [{ height: 60.5 }, "Height"],
    [{ height: "80" }, "Height"],
    [{ accent: "red" }, "Accent colour"],
    [{ volume: 101 }, "Volume"],
    [{ locale: "xx-XX" }, "Language of numbers"],
    [{ options: { ...source("ticker").options, shows: [] } }, "Shows"],
    [{ options: { ...source("ticker").options, shows: ["win", "win"] } }, "Shows"],
    [{ options: { ...source("ticker").options, shows: ["winner"] } }, "Shows"],
    [{ options: { ...source("ticker").options, least_multiplier: 1 } }, "Wins from"],
    [{ options: { kind: "lower_third" } }, "Without a line, show what happens next"],
  ])("names the place and the field of %o", (change, field) => {
    const text = file([source("ticker"), source("ticker", change)]);
    expect(problemOf(text)).toBe(
      `Source 2: “${field}” is missing or not allowed. Nothing was changed.`,
    );
  });

  it.each([[{ options: { kind: "clock" } }], [{ options: null }]])(
    "says that it does not know the kind of %o",
    (change) =>
      expect(problemOf(file([source("hunt", change)]))).toContain("Source 1 is of a kind"),
  );

  it("says the same of an entry that is no source", () =>
    expect(problemOf(file([7]))).toContain("Source 1 is of a kind"));

  it("is not even read when it is too large", async () => {
    const large = new Blob([" ".repeat(1_000_001)]);
    expect(await readLayoutFile(large)).toHaveProperty("problem", expect.stringContaining("1 MB"));
  });
});

it("sources that come get ids of their own and names that are free", () => {
  const mine = [freshSource("ticker", "mine0001", "Ticker")];
  const { id: _, ...coming } = freshSource("ticker", "theirs01", "Ticker");
  const all = merged(mine, [coming, coming]);
  expect(all.map(({ name }) => name)).toEqual(["Ticker", "Ticker 2", "Ticker 3"]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  expect(all.map(({ id }) => id)).not.toContain("theirs01");
  expect(merged([], [coming])).toHaveLength(1);
});
