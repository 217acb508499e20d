import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const src = dirname(fileURLToPath(import.meta.url));

/**
 * Features that every other one may use: who is logged in, their points, what the site is called,
 * what all games share, and which games there are.
 */
const shared = new Set([
  "features/session",
  "features/wallet",
  "features/site",
  "features/games/common",
  "features/games/registry",
]);

/** Tests and what they share (`test-*.ts`) look at a feature from outside. */
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (path) =>
    /\.tsx?$/.test(path) &&
    !/\.(test|d)\.tsx?$/.test(path) &&
    !/\/test-[^/]+$/.test(path) &&
    path.includes("/"),
);

function importsOf(path: string): string[] {
  const text = readFileSync(join(src, path), "utf8");
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*"((?:@\/|\.)[^"]+)"/g)];
  return named.map(([, target]) =>
    target?.startsWith("@/")
      ? target.slice(2)
      : relative(src, resolve(src, dirname(path), target ?? "")),
  );
}

/** "features/games/dice" for a file of the dice game, "features/games/registry" for that file, "ui" for one of the kit. */
function roomOf(path: string): string {
  const parts = path.split("/");
  if (parts[0] !== "features") return parts[0] ?? "";
  return parts
    .slice(0, parts[1] === "games" ? 3 : 2)
    .join("/")
    .replace(/\.ts$/, "");
}

function mayImport(from: string, to: string): boolean {
  if (from === to || to === "ui" || to === "wire") {
    return from === to || (from !== "ui" && from !== "wire");
  }
  if (from === "app") return true;
  // The list of games is made of every game.
  if (from === "features/games/registry") return to.startsWith("features/games/");
  return from.startsWith("features/") && (to === "data" || shared.has(to));
}

describe("imports go one way: ui and wire, data, features, app", () => {
  it("finds the files", () => {
    expect(files.length).toBeGreaterThan(60);
  });

  it.each(files)("%s", (path) => {
    const wrong = importsOf(path).filter((target) => !mayImport(roomOf(path), roomOf(target)));
    expect(wrong).toEqual([]);
  });
});
