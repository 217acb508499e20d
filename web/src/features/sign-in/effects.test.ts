import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { effectOf } from "./texts/effects.en";

/** The server's description: `true`, or the sections of the path for which a proof is asked. */
type Description = {
  paths: Record<string, Record<string, { "x-needs-proof"?: true | string[] }>>;
};

const largeAmount = "This makes a large amount of points.";

it("says what each call does that the server asks a proof for", () => {
  const { paths } = JSON.parse(readFileSync("tools/openapi/openapi.json", "utf8")) as Description;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { "x-needs-proof": proof }]) => {
      const sections = proof === true ? ["17"] : (proof ?? []);
      // With the path as it is called.
      return sections.map((section) => {
        const called = path.replace("{section}", section).replace(/\{\w+\}/g, "17");
        return `${method.toUpperCase()} ${called}`;
      });
    }),
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
