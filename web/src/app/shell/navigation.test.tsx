import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
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
