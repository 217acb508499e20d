import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readNumber, writeNumber } from "./fields/numbers";
import { findZones } from "./fields/zones";
import { placeOf } from "./form";
import { tones } from "./preview-style";
import { hasUnread, pairsOf, unread, valueAt, withPairs, withValueAt } from "./values";

it("finds and replaces values by their path", () => {
  const values = { links: [{ label: "A" }, { label: "B" }], name: "x" };
  expect(valueAt(values, "links.1.label")).toBe("B");
  expect(valueAt(values, "links.5.label")).toBeUndefined();
  const next = withValueAt(values, "links.1.label", "C");
  expect(next).toEqual({ links: [{ label: "A" }, { label: "C" }], name: "x" });
  expect(values.links[1]?.label).toBe("B");
});

it("lists what differs, and puts it into other values", () => {
  const theirs = { name: "a", table: { "7": 50, "14": 100 }, list: [1] };
  const mine = { name: "a", table: { "7": 60, "21": 150 }, list: [1, 2] };
  const pairs = pairsOf(theirs, mine);
  expect(pairs.map(({ key }) => key)).toEqual(["table.7", "table.14", "table.21", "list"]);
  expect(withPairs(theirs, pairs)).toEqual(mine);
  expect(withPairs(theirs, pairs.slice(0, 1)).table).toEqual({ "7": 60, "14": 100 });
});

it("finds what was typed wrong", () => {
  expect(hasUnread({ list: [{ day: 1 }] })).toBe(false);
  expect(hasUnread({ list: [{ day: unread("x") }] })).toBe(true);
});

it("reads numbers as they are typed", () => {
  const whole = { min: 1, max: 1000, hasDecimals: false };
  expect(readNumber("1,000", whole)).toBe(1000);
  for (const text of ["", "0", "1001", "7.5", "-3", "x"])
    expect(readNumber(text, whole)).toEqual(unread(text));
  const decimal = { min: 0, max: 1000, hasDecimals: true };
  expect(readNumber("7.", decimal)).toBe("7.00");
  expect(readNumber("7.555", decimal)).toEqual(unread("7.555"));
  expect([writeNumber("7.50"), writeNumber("100.00"), writeNumber(3)]).toEqual(["7.5", "100", "3"]);
});

it("finds time zones by parts of their names", () => {
  expect(findZones("new york")).toContain("America/New_York");
  expect(findZones("utc")).toContain("UTC");
  expect(findZones("nowhere")).toEqual([]);
});

it.each([
  ["brand", { accent: "" }, "brand.accent", "is too dark", "accent", "Is too dark"],
  [
    "games",
    { tables: { keno: { drawn: 1 } } },
    "games.tables",
    "keno.drawn must be from 1 to 20",
    "tables.keno.drawn",
    "Must be from 1 to 20",
  ],
  [
    "calendar",
    { base: 1 },
    "calendar",
    "calendar.base must be from 0 to 9",
    "base",
    "Must be from 0 to 9",
  ],
  ["mail", { from: "" }, "site.url", "must be set", "site.url", "Must be set"],
])("finds the field of a refusal in %s", (section, values, key, said, path, text) => {
  expect(placeOf(section, values, key, said)).toEqual({ path, text });
});

it("the preview has the tones of the style sheet", () => {
  const sheet = readFileSync("src/app/styles.css", "utf8");
  for (const [name, tone] of Object.entries(tones)) expect(sheet).toContain(`${name}: ${tone};`);
});
