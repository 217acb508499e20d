import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { openAsAdmin, refusal } from "@/test-panel";
import { leaveOnPurpose } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { aMonth, monthsOf } from "./test-board";
import {
  BOARD,
  confirm,
  dialog,
  end,
  MONTH,
  MONTHS,
  openOctober,
  PAID,
  press,
  TestMonths,
  tick,
} from "./test-months";

let months: TestMonths;

beforeEach(() => {
  months = new TestMonths();
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

/** The address of a saved file is kept for a minute, also when the page is gone. */
const SAVED_FILE = "timeout of 60000 ms";

const FETCH = "POST /api/admin/wager-months/2026-10/fetch";
const RAW = "GET /api/admin/wager-months/2026-10/raw";

it("is read again on Refresh with the board, and says when that failed", async () => {
  let isBroken = false;
  const { sent } = await openOctober(months, {
    [MONTH]: () => (isBroken ? refusal(403, "Not right now") : jsonAnswer(months.october())),
  });
  await end();
  const before = [MONTH, BOARD, MONTHS].map((call) => sent(call).length);
  isBroken = true;
  await press("Refresh");
  expect(await screen.findByText("The month-end may be out of date. Not right now")).toBeVisible();
  expect((await end()).getByText("0 of 4 paid")).toBeVisible();
  expect([MONTH, BOARD, MONTHS].map((call) => sent(call).length)).toEqual(
    before.map((count) => count + 1),
  );
});

it("says of the current month that it is running", async () => {
  const running = { success: true, month: aMonth("2026-11", []), winners: [] };
  openAsAdmin("/admin", {
    ...months.answers,
    "GET /api/admin/wager-months/2026-11": () => jsonAnswer(running),
  });
  const card = await end();
  expect(card.getByRole("heading", { name: "November 2026 is running" })).toBeVisible();
});

it("fetches a final month again after a question, and says what came", async () => {
  const { sent } = await openOctober(months, { [FETCH]: () => jsonAnswer(months.october()) });
  expect((await end()).getByRole("heading", { name: "October 2026 is final" })).toBeVisible();
  const before = sent(BOARD).length;
  await press("Fetch again");
  expect(dialog().getByText(/replaces these final figures/)).toBeVisible();
  expect(sent(FETCH)).toEqual([]);
  await confirm("Fetch again");
  expect(await screen.findByText("October 2026 has been fetched: 5 players.")).toBeInTheDocument();
  expect(sent(FETCH)).toHaveLength(1);
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(sent(BOARD).length).toBeGreaterThan(before));
});

it.each([
  [409, "paid_out", "A prize of this month has been paid: its figures stay as they are"],
  [409, "no_source", "No source is configured for the leaderboard"],
  [503, "source_failed", "The source was asked, but it did not answer in time"],
])("tells why a month was not fetched: %i %s", async (status, error, message) => {
  const { sent } = await openOctober(months, { [FETCH]: () => refusal(status, message, error) });
  await end();
  const before = sent(MONTH).length;
  await press("Fetch again");
  await confirm("Fetch again");
  expect(await dialog().findByText(message)).toBeVisible();
  // Another admin may have changed the month meanwhile.
  await waitFor(() => expect(sent(MONTH).length).toBeGreaterThan(before));
  expect(dialog().getByRole("button", { name: "Fetch again" })).toBeEnabled();
});

it("does not offer to fetch a month again of which a prize is paid", async () => {
  months.paidAt[10] = PAID;
  await openOctober(months);
  const card = await end();
  expect(card.getByText(/A prize has been paid, so they stay as they are/)).toBeVisible();
  expect(card.queryByRole("button", { name: "Fetch again" })).toBeNull();
  expect(card.getByRole("button", { name: "Raw answer" })).toBeVisible();
});

it("offers to fetch a month of which nothing is known", async () => {
  const { sent } = await openOctober(months, {
    [MONTH]: () => refusal(404, "Nothing is known of this month yet", "not_found"),
    [FETCH]: () => refusal(503, "The source was asked, but it said no", "source_failed"),
  });
  expect(
    (await end()).getByRole("heading", { name: "No figures for October 2026 yet" }),
  ).toBeVisible();
  await press("Fetch");
  await confirm("Fetch");
  expect(await dialog().findByText("The source was asked, but it said no")).toBeVisible();
  expect(sent(FETCH)).toHaveLength(1);
});

it("saves the casino's answer as it came", async () => {
  leaveOnPurpose(SAVED_FILE);
  const saved: string[] = [];
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file);
    return "blob:file";
  };
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.download !== "") saved.push(this.download);
  });
  const raw = '[{"username": "kangaroo"}]\n';
  let isBroken = true;
  await openOctober(months, {
    [RAW]: () =>
      isBroken
        ? refusal(409, "The month is not final yet", "not_frozen")
        : new Response(raw, { headers: { "Content-Type": "application/octet-stream" } }),
  });
  await end();
  await press("Raw answer");
  expect(
    await screen.findByText("The casino's answer could not be saved: The month is not final yet"),
  ).toBeInTheDocument();
  expect(saved).toEqual([]);
  isBroken = false;
  await press("Raw answer");
  await waitFor(() => expect(saved).toEqual(["wagers-2026-10.json"]));
  expect(await files[0]?.text()).toBe(raw);
});

it("says where a source is set up, and nothing else without one", async () => {
  const { sent } = await openOctober(months, {
    [MONTHS]: () => jsonAnswer(monthsOf([], { configured: false })),
  });
  expect(await screen.findByText(/No source of the casino's figures is set up/)).toHaveTextContent(
    "Settings, Wager leaderboard",
  );
  expect(screen.queryByRole("region", { name: "Month-end" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(sent(MONTH)).toEqual([]);
});

it("keeps the prizes of a source that was taken away", async () => {
  months.overview = { configured: false };
  await openOctober(months);
  expect(await (await end()).findByText("0 of 4 paid")).toBeVisible();
  expect(screen.getByText(/No source of the casino's figures is set up/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Fetch again" })).toBeNull();
  expect(tick("emu")).toBeEnabled();
});

it("says where to look when the casino does not answer well", async () => {
  months.frozenAt = null;
  months.overview = { failing: true };
  await openOctober(months);
  const card = await end();
  expect(card.getByText(/last answer was an error/)).toBeVisible();
  expect(card.getByRole("link", { name: "Health" })).toHaveAttribute("href", "/admin/health");
});

it.each([MONTHS, MONTH])("says that %s failed, and tries again", async (call) => {
  let isBroken = true;
  await openOctober(months, {
    [call]: (request) =>
      isBroken
        ? refusal(403, "Not right now")
        : (months.answers[call]?.(request) ?? refusal(500, "x")),
  });
  const text = "The month-end could not be loaded";
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText("Not right now")).toBeVisible();
  isBroken = false;
  await press("Retry");
  expect(await (await end()).findByText("0 of 4 paid")).toBeVisible();
  expect(screen.queryByText(text)).toBeNull();
});
