import { expect, it } from "vitest";
import { isOn } from "./modules";
import type { Site } from "./queries";

const on: Site["modules"] = {
  games: true,
  calendar: true,
  challenges: true,
  giveaways: true,
  shop: true,
  hunts: true,
  points_leaderboard: true,
  wager_leaderboard: true,
  wager_rewards: true,
  socials: true,
};

it.each([
  ["games", "/games/dice"],
  ["games", "/slots"],
  ["games", "/#house-games"],
  ["shop", "/points-shop"],
  ["points_leaderboard", "/leaderboard/points"],
  ["wager_leaderboard", "/leaderboard"],
  ["calendar", "/rewards/daily-calendar"],
  ["hunts", "/bonus-hunts/7"],
] as const)("without %s there is no page %s", (name, path) => {
  expect(isOn({ modules: on }, path)).toBe(true);
  expect(isOn({ modules: { ...on, [name]: false } }, path)).toBe(false);
});

it("a part takes only its own pages with it", () => {
  expect(isOn({ modules: { ...on, wager_leaderboard: false } }, "/leaderboard/points")).toBe(true);
  expect(isOn({ modules: { ...on, challenges: false } }, "/challenges-of-others")).toBe(true);
  const off = Object.fromEntries(Object.keys(on).map((name) => [name, false]));
  expect(isOn({ modules: { ...on, ...off } }, "/fairness")).toBe(true);
});

it.each([
  ["/games/mines", true],
  ["/games/dice", false],
  ["/slots/downunder-dawgs", false],
  ["/games", true],
  ["/#house-games", true],
  ["/fairness", true],
])("a site with mines only: is there a page %s? %s", (path, expected) => {
  expect(isOn({ modules: on, games: ["mines"] }, path)).toBe(expected);
});

it("without games, or without their block, no menu leads to them", () => {
  expect(isOn({ modules: on, games: [] }, "/#house-games")).toBe(false);
  expect(isOn({ modules: on, games: [] }, "/games")).toBe(false);
  const blocks = { modules: on, games: ["dice"], homeBlocks: ["features" as const] };
  expect(isOn(blocks, "/#house-games")).toBe(false);
  expect(isOn(blocks, "/games/dice")).toBe(true);
});

it("while nothing is known of the site, every page is there", () => {
  expect(isOn(undefined, "/games")).toBe(true);
});
