import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { games } from "@/features/games/registry";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { leaveOnPurpose } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { Board } from "./queries";
import { aBoard, aPlace, boardAnswer, monthsOf } from "./test-board";

/** The address of a saved file is kept for a minute, also when the page is gone. */
const SAVED_FILE = "timeout of 60000 ms";

const BOARD = "GET /api/leaderboard/wager";

let board: Board;
const files: { name: string; file: Blob }[] = [];
const monthOf = (request: Request) => new URL(request.url).searchParams.get("month");

beforeEach(() => {
  board = aBoard();
  files.length = 0;
  let made: Blob | null = null;
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) made = file;
    return "blob:file";
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (made !== null && this.download !== "") files.push({ name: this.download, file: made });
  });
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) =>
  openAsAdmin("/admin", { [BOARD]: () => boardAnswer(board), ...answers });
const stat = async (term: string) =>
  (await screen.findByText(term, { selector: "dt" })).nextElementSibling;
const rows = async () =>
  within(await screen.findByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

it("shows everyone of the month with four figures, the pool and the age of it all", async () => {
  const { tokens } = open();
  expect(await rows()).toEqual([
    ["1", "kangaroo", "$1,000.10", "$1,000"],
    ["2", "wombat", "$500.20", "$600"],
    ["3", "emu", "$0.03", "$450"],
    ["10", "dingo", "$0.00", "$80 bonus buy"],
    ["19", "koala", "$0.00", "–No prize"],
  ]);
  expect(await stat("Total Players")).toHaveTextContent("5");
  expect(await stat("Total Wagered")).toHaveTextContent("$1,500.33");
  expect(await stat("Average Wagered")).toHaveTextContent("$300.07");
  expect(await stat("Top Player")).toHaveTextContent("kangaroo$1,000.10");
  expect(screen.getByText("$3,500")).toBeVisible();
  expect(screen.getByText("Running")).toBeVisible();
  expect(screen.getByText("4 minutes ago")).toBeVisible();
  expect(screen.getByText("in 6 minutes")).toBeVisible();
  expect(tokens(BOARD)).toEqual(["Bearer admin-1"]);
});

it("tells how old the casino's own figures are, where it says so", async () => {
  const madeAt = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
  open({ [BOARD]: () => boardAnswer(aBoard({ madeAt })) });
  expect(await screen.findByText("3 hours ago")).toBeVisible();
  expect(screen.getByText(/Made by the casino/)).toBeVisible();
});

it("goes through the months, not before January 2023 and not past the current one", async () => {
  const asked: (string | null)[] = [];
  open({
    [BOARD]: (request) => {
      const month = monthOf(request);
      asked.push(month);
      return boardAnswer(aBoard({ month: month ?? "2026-11", pool: month === null ? 3500 : 1700 }));
    },
  });
  expect(await screen.findByText("$3,500")).toBeVisible();
  expect(screen.getByRole("button", { name: "Next month" })).toBeDisabled();
  await press("Previous month");
  expect(await screen.findByText("$1,700")).toBeVisible();
  expect(screen.getByRole("heading", { name: "October 2026" })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("Month shown"), "2023-01");
  expect(await screen.findByRole("heading", { name: "January 2023" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Previous month" })).toBeDisabled();
  await press("Current month");
  expect(await screen.findByText("$3,500")).toBeVisible();
  expect(asked.slice(0, 3)).toEqual([null, "2026-10", "2023-01"]);
});

it("says that the data are a sample", async () => {
  board = aBoard({ source: "sample", updatedAt: null, nextUpdateAt: null });
  open();
  expect(
    await screen.findByText("Currently displaying sample data for demonstration purposes."),
  ).toBeVisible();
  expect(screen.getByText("Sample")).toBeVisible();
  expect(screen.getByRole("table", { name: /sample data/ })).toBeVisible();
});

it("passes on what the server says went wrong with the source", async () => {
  const text = "Failed to load leaderboard data. Using fallback data instead.";
  board = aBoard({ warning: text, notice: "Something to know." });
  open();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText("Something to know.")).toBeVisible();
});

it("claims no figures when the source failed and none are saved", async () => {
  const text = "Failed to load leaderboard data. Using fallback data instead.";
  const empty = "No data available for November 2026. Try another month or check back later.";
  board = aBoard({ warning: text, empty, entries: [], source: "none", updatedAt: null });
  open({
    "GET /api/admin/wager-months": () => jsonAnswer(monthsOf([], { configured: false })),
  });
  expect(await screen.findByText("Error Loading Data")).toBeVisible();
  expect(screen.queryByText(text)).toBeNull();
  expect(screen.queryByText(empty)).toBeNull();
  expect(screen.queryByText("Total Players")).toBeNull();
  board = aBoard();
  await press("Retry");
  expect(await screen.findByText("kangaroo", { selector: "button" })).toBeVisible();
});

it("shows saved figures of a month without wagers below the warning", async () => {
  const warning = "Failed to load leaderboard data. Using fallback data instead.";
  board = aBoard({ warning, entries: [] });
  open();
  expect(await screen.findByText(warning)).toBeVisible();
  expect(screen.queryByText("Error Loading Data")).toBeNull();
});

it("says that nothing could be loaded, and tries again", async () => {
  let isBroken = true;
  open({ [BOARD]: () => (isBroken ? refusal(403, "Not for you") : boardAnswer(board)) });
  expect(await screen.findByText("Error Loading Data")).toBeVisible();
  expect(screen.getByText("Not for you")).toBeVisible();
  expect(screen.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  isBroken = false;
  await press("Retry");
  expect(await screen.findByText("kangaroo", { selector: "button" })).toBeVisible();
});

it("keeps what was there when a refresh fails, and says so", async () => {
  let isBroken = false;
  open({ [BOARD]: () => (isBroken ? refusal(403, "No") : boardAnswer(board)) });
  await screen.findByRole("table");
  isBroken = true;
  await press("Refresh");
  expect(await screen.findByText("The wagers may be out of date. No")).toBeVisible();
  expect(screen.getByText("wombat")).toBeVisible();
});

it("takes new figures over on Refresh", async () => {
  open();
  await screen.findByRole("table");
  board = aBoard({ entries: [aPlace(1, "quokka", 7)] });
  await press("Refresh");
  expect(await screen.findByText("quokka", { selector: "button" })).toBeVisible();
});

it("shows a month without players in the server's words", async () => {
  const empty = "No data available for November 2026. Try another month or check back later.";
  board = aBoard({ entries: [], empty, source: "none", updatedAt: null, nextUpdateAt: null });
  open();
  expect(await screen.findByText(empty)).toBeVisible();
  expect(await stat("Average Wagered")).toHaveTextContent("$0.00");
  expect(await stat("Top Player")).toHaveTextContent("–");
  expect(screen.getByRole("button", { name: "Export CSV" })).toBeDisabled();
});

it("draws a long board a page at a time, and finds a player in all of it", async () => {
  board = aBoard({
    entries: Array.from({ length: 1200 }, (_, index) =>
      aPlace(index + 1, `player_${index + 1}`, 5000 - index),
    ),
  });
  open();
  expect(await rows()).toHaveLength(50);
  await press("Next");
  expect((await rows())[0]?.[1]).toBe("player_51");
  expect(screen.getByText("Page 2 of 24")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox", { name: "Search the players" }), "_1177");
  expect(await screen.findByText("1 of 1,200 players")).toBeVisible();
  expect(await rows()).toEqual([["1177", "player_1177", "$3,824.00", "–No prize"]]);
  await userEvent.type(screen.getByRole("textbox", { name: "Search the players" }), "x");
  expect(await screen.findByText("No players match")).toBeVisible();
  await press("Clear the search");
  expect(await screen.findByText("Page 1 of 24")).toBeVisible();
});

it("lists the player with exactly the searched name first", async () => {
  board = aBoard({
    entries: [aPlace(1, "emu_two", 20), aPlace(2, "old_emu", 10), aPlace(3, "Emu", 5)],
  });
  open();
  await userEvent.type(await screen.findByRole("textbox", { name: "Search the players" }), "emu");
  await screen.findByText("3 of 3 players");
  const names = (await rows()).map(([rank, name]) => `${rank} ${name}`);
  expect(names).toEqual(["3 Emu", "1 emu_two", "2 old_emu"]);
});

it("exports all rows; names are no formulas, and a sample says so", async () => {
  leaveOnPurpose(SAVED_FILE);
  leaveOnPurpose(SAVED_FILE);
  board = aBoard({
    entries: [
      aPlace(1, '=HYPERLINK("x"),y', 1000.1, 1000),
      aPlace(10, "dingo", 3, 80),
      aPlace(11, "koala", 0),
      aPlace(12, "\uFF1D1+1", 0),
      aPlace(13, "\n=1", 0),
    ],
  });
  open();
  await screen.findByRole("table");
  await press("Export CSV");
  expect(files[0]?.name).toBe("wager-leaderboard-2026-11.csv");
  const lines = [
    "Rank,Username,Total Wagered,Prize",
    `1,"'=HYPERLINK(""x""),y",1000.10,1000`,
    "10,dingo,3.00,80 bonus buy",
    "11,koala,0.00,",
    "12,'\uFF1D1+1,0.00,",
    `13,"'\n=1",0.00,`,
    "",
  ];
  const bytes = new Uint8Array((await files[0]?.file.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  expect(new TextDecoder().decode(bytes)).toBe(lines.join("\r\n"));
  board = { ...board, source: "sample" };
  await press("Refresh");
  await screen.findByText("Sample");
  await press("Export CSV");
  expect(files[1]?.name).toBe("wager-leaderboard-2026-11-sample.csv");
  const sample = (await files[1]?.file.text()) ?? "";
  expect(sample.split("\r\n").at(-2)).toBe(",sample data for demonstration purposes,,");
});

it("reads the board again each minute", async () => {
  const { sent } = open();
  await screen.findByRole("table");
  const query = queryClient.getQueryCache().find({ queryKey: ["admin", "wagers", "board", null] });
  expect(query?.observers[0]?.options.refetchInterval).toBe(60_000);
  expect(sent(BOARD)).toHaveLength(1);
});

it("leads to what else there is to look after", async () => {
  open();
  const house = within(await screen.findByRole("list", { name: "The site" }));
  await waitFor(() =>
    expect(house.getByRole("link", { name: /^Accounts/ })).toHaveTextContent("1,234"),
  );
  expect(house.getByRole("link", { name: /^Games offline/ })).toHaveTextContent("None");
});

it("counts the games that their prize budget keeps closed", async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const ids = games.map(({ id }) => id);
  open(
    Object.fromEntries(
      ids.map((id) => [
        `GET /api/auth/game-maintenance-status/${id}`,
        () =>
          jsonAnswer({ success: true, disabled: false, pausedUntil: id === "keno" ? until : null }),
      ]),
    ),
  );
  expect(await screen.findByText("None, 1 paused")).toBeVisible();
});
