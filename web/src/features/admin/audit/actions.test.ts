import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sentences } from "./sentence";

const server = "../server/app/src";

const sources = readdirSync(server, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".rs"))
  .map((path) => ({ path, text: readFileSync(join(server, path), "utf8") }));

/** Strings such as "points.add", without names of files. */
const dotted = (text: string) =>
  [...text.matchAll(/"([a-z_]+(?:\.[a-z_-]+)+)"/g)].flatMap(([, name]) =>
    name === undefined || /\.(csv|sock)$/.test(name) ? [] : [name],
  );

const isConfig = (path: string) => /^config(\/|\.rs$)/.test(path);
/** Keys of settings look like actions. */
const settings = new Set(
  sources.filter(({ path }) => isConfig(path)).flatMap(({ text }) => dotted(text)),
);
/** Actions are in the files that write to the audit. */
const actions = new Set(
  sources
    .filter(({ path, text }) => !isConfig(path) && /\baudit\b/.test(text))
    .flatMap(({ text }) => dotted(text))
    .filter((name) => !settings.has(name)),
);

it("has a sentence for each action that the server writes, and for no other", () => {
  expect(Object.keys(sentences).toSorted()).toEqual([...actions].toSorted());
});

it("finds the actions, whether written in place or as constants", () => {
  expect(actions.size).toBeGreaterThan(60);
  expect([...actions]).toEqual(
    expect.arrayContaining(["points.undo", "wagers.reset-daily", "account.verify-link"]),
  );
});
