import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const src = dirname(fileURLToPath(import.meta.url));

/**
 * Features that every other one may use: who is logged in and how, their points, what the site is called,
 * what all games share, and which games there are.
 */
const shared = new Set([
  "features/session",
  "features/sign-in",
  "features/wallet",
  "features/site",
  "features/games/common",
  "features/games/registry",
]);

/** What the pages of the panel share; each of its other folders imports none but these. */
const sharedInPanel = new Set([
  // Titles of the panel's pages.
  "features/admin/texts",
  // The frame, and the parts that pages are made of: dialogs, failures, figures.
  "features/admin/shell",
  // The search, the pages and the members of a list.
  "features/admin/lists",
  // The logged-in person, the calls of an admin, and changes that are not saved.
  "features/admin/session",
  // The question about the own member account, which stands above every page until it is answered.
  "features/admin/me",
  // Lists that are edited as a draft and published as a whole: challenges and the shop.
  "features/admin/drafts",
  // Live facts that more than one page shows: switches and pauses of games, approvals that wait.
  "features/admin/status",
  // Pictures of the site: a field with an upload, wherever a page asks for an address.
  "features/admin/pictures",
  // Forms of sections with their saving, conflicts and history: the overlay's sources are a section.
  "features/admin/settings",
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

/** Features whose folders are modules of their own. */
const parted = new Set(["games", "admin"]);

/** "features/games/dice" for a file of the dice game, "features/games/registry" for that file, "ui" for one of the kit. */
function roomOf(path: string): string {
  const parts = path.split("/");
  if (parts[0] !== "features") return parts[0] ?? "";
  return parts
    .slice(0, parted.has(parts[1] ?? "") ? 3 : 2)
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
  // The list of the panel's pages is made of every page.
  if (from === "features/admin/pages") return to.startsWith("features/admin/");
  if (from.startsWith("features/admin/") && sharedInPanel.has(to)) return true;
  // A source of the overlay shows rounds of the slot, with its symbols.
  if (from === "stream" && to === "features/games/slot") return true;
  // The page for the stream is made of what other pages do.
  if (from === "features/admin/stream" && to.startsWith("features/admin/")) return true;
  if (from === "features/admin/routes" && to === "features/admin/pages") return true;
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
