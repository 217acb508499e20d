import { expect, it } from "vitest";
import { changedFields } from "./fields";

it("puts before beside after, field by field", () => {
  expect(
    changedFields('{"points":5,"name":"ann"}', '{"points":7,"name":"ann","note":null}'),
  ).toEqual([
    { name: "points", before: "5", after: "7", isChanged: true },
    { name: "name", before: "ann", after: "ann", isChanged: false },
    { name: "note", before: null, after: "null", isChanged: true },
  ]);
});

it("names fields inside of others by their path", () => {
  expect(changedFields("", '{"prize":{"kind":"cash","places":[1,2]},"tags":[]}')).toEqual([
    { name: "prize.kind", before: null, after: "cash", isChanged: true },
    { name: "prize.places.0", before: null, after: "1", isChanged: true },
    { name: "prize.places.1", before: null, after: "2", isChanged: true },
    { name: "tags", before: null, after: "[]", isChanged: true },
  ]);
});

it("shows text that is no JSON as it came", () => {
  expect(changedFields("", '{"long": "tex …(cut)')).toEqual([
    { name: "", before: null, after: '{"long": "tex …(cut)', isChanged: true },
  ]);
  expect(changedFields("", "")).toEqual([]);
});
