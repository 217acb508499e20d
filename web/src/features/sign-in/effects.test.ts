import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { effectOf } from "./texts/effects.en";

const largeAmount = "This makes a large amount of points.";

it("says what each call does that the server asks a proof for", () => {
  // The server's list, with the path as it is called.
  const rights = readFileSync("../server/app/src/people/rights.rs", "utf8");
  const [, list = ""] = /const NEED_PROOF[^[]*\[[^[]*\[([\s\S]*?)\n\];/.exec(rights) ?? [];
  const calls = [...list.matchAll(/Method::(\w+), "([^"]+)"/g)].map(
    ([, method, path]) => `${method} ${path?.replace(/\{\w+\}/g, "17")}`,
  );
  expect(calls.length).toBeGreaterThan(30);
  expect(calls.filter((call) => effectOf(call) === largeAmount)).toEqual([]);
});

it("tells calls below another path apart", () => {
  expect(effectOf("DELETE /api/admin/people/3")).toBe("This person loses access to the panel.");
  expect(effectOf("DELETE /api/admin/people/3/second-factor")).toMatch(
    /^Without the second factor/,
  );
});

it("tells reading a file of points from importing it", () => {
  const call = "POST /api/admin/points/import?columns=email%2Cpoints&dryRun=";
  expect(effectOf(`${call}true`)).toMatch(/credits nothing yet/);
  expect(effectOf(`${call}false`)).toMatch(/^The points in this file go to the members/);
  expect(effectOf("GET /api/admin/points/export?format=csv")).toMatch(/^The file lists/);
});

it("says of any other call that it makes many points", () => {
  expect(effectOf("POST /api/auth/admin/manage-points")).toBe(largeAmount);
});
