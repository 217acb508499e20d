import { expect, it } from "vitest";
import { readPages } from "../../tools/build/page-list";
import { documentHeads } from "./document-heads";

/** Cards in the middle of the screen, tables of the member, and pages that are found by a number. */
const withoutHead = new Set([
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/account",
  "/bonus-hunts/$id",
]);

it("draws the head of every page that has one", () => {
  const pages = readPages();
  const games = pages.filter(({ module }) => module.startsWith("features/games/"));
  const heads = documentHeads(games);
  const expected = pages.map(({ path }) => path).filter((path) => !withoutHead.has(path));
  expect([...heads.keys()].toSorted()).toEqual(expected.toSorted());
  for (const [path, variants] of heads)
    for (const { html } of variants) expect(html, path).toMatch(/<h1[ >]/);
  expect(heads.get("/games/dice")?.[0]?.html).toContain(">Dice</h1>");
  expect(heads.get("/")?.map(({ nameMax }) => nameMax)).toEqual([10, undefined]);
});
