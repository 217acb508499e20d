import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { inColumns } from "../navigation";
import BottomBar from "./BottomBar";
import NavigationList from "./NavigationList";

beforeEach(() => stubFetch(async () => jsonAnswer({ success: true })));

const current = () =>
  screen.queryAllByRole("link", { current: "page" }).map((link) => link.textContent);

it.each([
  ["/giveaways", "Giveaways"],
  ["/giveaways?proof=12", "Giveaways"],
  ["/leaderboard?month=2026-10", "Monthly wager"],
  ["/?kick=failed", "Home"],
  ["/leaderboard/points", "Points"],
])("the sidebar marks the page of %s", async (address, label) => {
  renderPage(<NavigationList place="sidebar" />, address);
  expect(await screen.findByRole("link", { name: label, current: "page" })).toBeVisible();
  expect(current()).toEqual([label]);
});

const games = () =>
  screen
    .getAllByRole("link")
    .map(({ textContent }) => textContent)
    .filter((name) => ["Keno", "Dice", "Mines", "Downunder Dawgs"].includes(name));

const widths = (links: readonly { isWide?: boolean }[]) =>
  inColumns(links).map(({ isWide = false }) => isWide);

it("the sidebar has the games that the site offers, in its order", async () => {
  const site = { success: true, name: "Northside", games: ["keno", "slot", "dice"], modules: {} };
  stubFetch(async () => jsonAnswer(site));
  renderPage(<NavigationList place="sidebar" />);
  await waitFor(() => expect(games()).toEqual(["Keno", "Downunder Dawgs", "Dice"]));
});

it("what stands alone before a wide link takes the whole line, too", () => {
  expect(widths([{}, { isWide: true }, {}])).toEqual([true, true, false]);
  expect(widths([{}, {}, { isWide: true }])).toEqual([false, false, true]);
});

it.each([
  ["/giveaways?proof=12", ["Giveaways"]],
  ["/leaderboard?month=2026-10", ["Leaderboard"]],
  ["/?kick=failed", ["Home"]],
  ["/#house-games", ["Games"]],
  ["/challenges", []],
])("the tabs mark the page of %s", (address, labels) => {
  renderPage(<BottomBar onOpenMenu={vi.fn<() => void>()} />, address);
  expect(current()).toEqual(labels);
});
