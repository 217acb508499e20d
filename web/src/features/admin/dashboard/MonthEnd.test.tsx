import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { leaveOnPurpose, neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { KnownMonth, Months, Winner } from "./months";
import { aBoard, aMonth, aPlace, aWinner, boardAnswer, monthsOf } from "./test-board";

/** The address of a saved file is kept for a minute, also when the page is gone. */
const SAVED_FILE = "timeout of 60000 ms";

const BOARD = "GET /api/leaderboard/wager";
const MONTHS = "GET /api/admin/wager-months";
const MONTH = "GET /api/admin/wager-months/2026-10";
const FETCH = "POST /api/admin/wager-months/2026-10/fetch";
const RAW = "GET /api/admin/wager-months/2026-10/raw";
const tickOf = (rank: number) => `PUT /api/admin/wager-months/2026-10/payouts/${rank}`;
const FROZEN = "2026-11-03T00:00:10Z";
const PAID = "2026-11-05T12:00:00Z";

const places = aBoard().entries;
/** A rank is its own proof of who stands there. */
const paidAt: Record<number, string | null> = {};
let frozenAt: string | null;
let overview: Partial<Months>;
let others: readonly KnownMonth[];

const winners = (): Winner[] =>
  places
    .filter(({ prize }) => prize !== null)
    .map((place) => aWinner(place, paidAt[place.rank] ?? null));
const october = () => {
  const all = winners();
  return { success: true, month: aMonth("2026-10", all, frozenAt), winners: all };
};

/** The server's side: a month that keeps what is ticked. */
const house: Answers = {
  [BOARD]: (request) => {
    const month = new URL(request.url).searchParams.get("month") ?? "2026-11";
    return boardAnswer(aBoard({ month }));
  },
  [MONTHS]: () => jsonAnswer(monthsOf([october().month, ...others], overview)),
  [MONTH]: () => jsonAnswer(october()),
};
for (const rank of [1, 2, 3, 10])
  house[tickOf(rank)] = async (request) => {
    const { paid }: { paid: boolean } = await request.json();
    paidAt[rank] = paid ? PAID : null;
    return jsonAnswer(october());
  };

beforeEach(() => {
  for (const rank of Object.keys(paidAt)) delete paidAt[Number(rank)];
  frozenAt = FROZEN;
  overview = {};
  others = [];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const won = (count: number) => winners().slice(0, count);

/** Holds an answer back until it is let go. */
function gate(): { held: Promise<void>; release: () => void } {
  const waiting: (() => void)[] = [];
  const held = new Promise<void>((resolve) => void waiting.push(resolve));
  return { held, release: () => waiting.forEach((resolve) => resolve()) };
}

/** October's page. */
async function open(answers: Answers = {}) {
  const panel = openAsAdmin("/admin", { ...house, ...answers });
  await userEvent.click(await screen.findByRole("button", { name: "Previous month" }));
  await screen.findByRole("table", { name: "Wagered in October 2026" });
  return panel;
}

const end = async () => within(await screen.findByRole("region", { name: "Month-end" }));
const tick = (name: string) =>
  screen.getByRole("checkbox", { name: new RegExp(`^Paid: ${name},`) });
const dialog = () => within(screen.getByRole("dialog"));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const confirm = (name: string) => userEvent.click(dialog().getByRole("button", { name }));

it("ticks a prize as paid once the server has said so, and counts", async () => {
  const { held, release } = gate();
  const { sent, tokens } = await open({
    [tickOf(2)]: async (request) => {
      await held;
      return house[tickOf(2)]?.(request) ?? refusal(500, "x");
    },
  });
  expect(await (await end()).findByText("0 of 4 paid")).toBeVisible();
  expect((await end()).getByText("$2,130 still to pay")).toBeVisible();
  expect(screen.getAllByRole("checkbox")).toHaveLength(4);

  await userEvent.click(tick("wombat"));
  expect(tick("wombat")).not.toBeChecked();
  expect(tick("wombat")).toHaveAttribute("aria-busy", "true");
  expect(tick("wombat")).toHaveFocus();
  // Pressed again while its answer is on its way.
  await userEvent.keyboard(" ");
  release();
  await waitFor(() => expect(tick("wombat")).toBeChecked());
  expect(tick("wombat")).toHaveFocus();
  expect((await end()).getByRole("status")).toHaveTextContent("1 of 4 paid");
  expect((await end()).getByText("$1,530 still to pay")).toBeVisible();
  expect(screen.getByText("Nov 5, 2026")).toBeInTheDocument();
  expect(sent(tickOf(2))).toEqual([{ username: "wombat", paid: true }]);
  expect(tokens(tickOf(2))).toEqual(["Bearer admin-1"]);
});

it("sends ticks one after the other, whatever order they are pressed in", async () => {
  const order: string[] = [];
  const { held, release } = gate();
  await open({
    [tickOf(1)]: async (request) => {
      order.push("1 asked");
      await held;
      order.push("1 answered");
      return house[tickOf(1)]?.(request) ?? refusal(500, "x");
    },
    [tickOf(3)]: (request) => {
      order.push("3 asked");
      return house[tickOf(3)]?.(request) ?? refusal(500, "x");
    },
  });
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("kangaroo"));
  await userEvent.click(tick("emu"));
  expect(order).toEqual(["1 asked"]);
  release();
  await waitFor(() => expect(tick("emu")).toBeChecked());
  expect(tick("kangaroo")).toBeChecked();
  expect(order).toEqual(["1 asked", "1 answered", "3 asked"]);
});

it("takes a tick back only after a question", async () => {
  paidAt[1] = PAID;
  const { sent } = await open();
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("kangaroo"));
  expect(screen.getByRole("dialog", { name: "Take the tick of kangaroo back?" })).toHaveTextContent(
    "The prize of $1,000 for rank 1 of October 2026 is shown to everybody as paid.",
  );
  await confirm("Cancel");
  expect(tick("kangaroo")).toBeChecked();
  expect(sent(tickOf(1))).toEqual([]);
  await userEvent.click(tick("kangaroo"));
  await confirm("Take it back");
  await waitFor(() => expect(tick("kangaroo")).not.toBeChecked());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent(tickOf(1))).toEqual([{ username: "kangaroo", paid: false }]);
});

it("reads the month again when another player has the rank by now", async () => {
  const text = "Another player has this rank now. Reload to see who.";
  const { sent } = await open({ [tickOf(3)]: () => refusal(409, text, "changed") });
  await screen.findAllByRole("checkbox");
  const before = [MONTH, BOARD, MONTHS].map((call) => sent(call).length);
  await userEvent.click(tick("emu"));
  expect(
    await screen.findByText(
      "emu was not ticked as paid: Another player has this rank now. The month has been read again.",
    ),
  ).toBeInTheDocument();
  expect(tick("emu")).not.toBeChecked();
  expect([MONTH, BOARD, MONTHS].map((call) => sent(call).length)).toEqual(
    before.map((count) => count + 1),
  );
});

it("says at once why a prize was not ticked, whatever the next reading takes", async () => {
  let isHeld = false;
  await open({
    [MONTH]: (request) => (isHeld ? neverAnswer(request) : jsonAnswer(october())),
    [tickOf(3)]: () => {
      isHeld = true;
      return refusal(503, "The site is read-only for the moment.");
    },
  });
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("emu"));
  expect(
    await screen.findByText("emu was not ticked as paid: The site is read-only for the moment."),
  ).toBeInTheDocument();
});

it("is read again on Refresh with the board, and says when that failed", async () => {
  let isBroken = false;
  const { sent } = await open({
    [MONTH]: () => (isBroken ? refusal(403, "Not right now") : jsonAnswer(october())),
  });
  await end();
  const before = [MONTH, BOARD, MONTHS].map((call) => sent(call).length);
  isBroken = true;
  await press("Refresh");
  expect(
    await screen.findByText("How the month ends may not be up to date: Not right now"),
  ).toBeVisible();
  expect((await end()).getByText("0 of 4 paid")).toBeVisible();
  expect([MONTH, BOARD, MONTHS].map((call) => sent(call).length)).toEqual(
    before.map((count) => count + 1),
  );
});

it("says in the question why a tick could not be taken back", async () => {
  paidAt[2] = PAID;
  await open({ [tickOf(2)]: () => refusal(503, "The site is read-only for the moment.") });
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("wombat"));
  await confirm("Take it back");
  expect(await dialog().findByText("The site is read-only for the moment.")).toBeVisible();
  await confirm("Cancel");
  expect(tick("wombat")).toBeChecked();
});

it("has no tick where the board shows somebody else than the month has", async () => {
  await open({
    [BOARD]: () =>
      boardAnswer(aBoard({ month: "2026-10", entries: [aPlace(1, "quokka", 9, 1000)] })),
  });
  expect(await (await end()).findByText("0 of 4 paid")).toBeVisible();
  expect(screen.getByText("quokka", { selector: "button" })).toBeVisible();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("has no ticks while the places of a month may still change", async () => {
  frozenAt = null;
  await open();
  const card = await end();
  expect(card.getByRole("heading", { name: "October 2026 is provisional" })).toBeVisible();
  expect(card.getByText(/its figures may still be corrected/)).toBeVisible();
  expect(card.getByRole("button", { name: "Fetch again" })).toBeVisible();
  expect(card.queryByRole("button", { name: "Raw answer" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("says of the current month that it is running", async () => {
  const running = { success: true, month: aMonth("2026-11", []), winners: [] };
  openAsAdmin("/admin", {
    ...house,
    "GET /api/admin/wager-months/2026-11": () => jsonAnswer(running),
  });
  const card = await end();
  expect(card.getByRole("heading", { name: "November 2026 is running" })).toBeVisible();
});

it("fetches a final month again after a question, and says what came", async () => {
  const { sent } = await open({ [FETCH]: () => jsonAnswer(october()) });
  expect((await end()).getByRole("heading", { name: "October 2026 is final" })).toBeVisible();
  const before = sent(BOARD).length;
  await press("Fetch again");
  expect(dialog().getByText(/takes the place of these final figures/)).toBeVisible();
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
  const { sent } = await open({ [FETCH]: () => refusal(status, message, error) });
  await end();
  const before = sent(MONTH).length;
  await press("Fetch again");
  await confirm("Fetch again");
  expect(await dialog().findByText(message)).toBeVisible();
  // What there is may be others' doing by now.
  await waitFor(() => expect(sent(MONTH).length).toBeGreaterThan(before));
  expect(dialog().getByRole("button", { name: "Fetch again" })).toBeEnabled();
});

it("does not offer to fetch a month again of which a prize is paid", async () => {
  paidAt[10] = PAID;
  await open();
  const card = await end();
  expect(card.getByText(/A prize has been paid, so they stay as they are/)).toBeVisible();
  expect(card.queryByRole("button", { name: "Fetch again" })).toBeNull();
  expect(card.getByRole("button", { name: "Raw answer" })).toBeVisible();
});

it("offers to fetch a month of which nothing is known", async () => {
  const { sent } = await open({
    [MONTH]: () => refusal(404, "Nothing is known of this month yet", "not_found"),
    [FETCH]: () => refusal(503, "The source was asked, but it said no", "source_failed"),
  });
  expect(
    (await end()).getByRole("heading", { name: "Nothing is known of October 2026 yet" }),
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
  await open({
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

it("leads to the months that have prizes to pay", async () => {
  others = [
    aMonth("2026-09", won(2), FROZEN),
    aMonth("2026-08", [aWinner(aPlace(1, "emu", 5, 1000), PAID)], FROZEN),
    aMonth("2026-07", won(3)),
  ];
  const september = { success: true, month: aMonth("2026-09", won(2), FROZEN), winners: won(2) };
  await open({ "GET /api/admin/wager-months/2026-09": () => jsonAnswer(september) });
  await end();
  await press("Prizes to pay in 2 months");
  expect(
    dialog()
      .getAllByRole("button", { name: /paid$/ })
      .map(({ textContent }) => textContent),
  ).toEqual(["October 2026 0 of 4 paid", "September 2026 0 of 2 paid", "Mark as paid"]);
  await confirm("September 2026 0 of 2 paid");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByRole("heading", { name: "September 2026 is final" })).toBeVisible();
  expect(await screen.findByRole("table", { name: "Wagered in September 2026" })).toBeVisible();
});

const SETTLE = "POST /api/admin/wager-months/payouts";
const select = (name: string) => userEvent.click(dialog().getByRole("checkbox", { name }));

it("marks whole months as paid after a question", async () => {
  others = [aMonth("2026-09", won(2), FROZEN), aMonth("2026-08", won(3), FROZEN)];
  const { sent } = await open({
    [SETTLE]: () => {
      for (const rank of [1, 2, 3, 10]) paidAt[rank] = PAID;
      others = others.map((month) =>
        month.month === "2026-09" ? { ...month, paid: month.winners } : month,
      );
      return jsonAnswer(monthsOf([october().month, ...others]));
    },
  });
  await end();
  await press("Prizes to pay in 3 months");
  expect(dialog().getByRole("button", { name: "Mark as paid" })).toBeDisabled();
  await select("Select all");
  expect(dialog().getByRole("button", { name: "Mark 3 months as paid" })).toBeEnabled();
  await select("Select August 2026");
  expect(dialog().getByRole("checkbox", { name: "Select all" })).not.toBeChecked();
  await confirm("Mark 2 months as paid");
  expect(screen.getByRole("dialog")).toHaveAccessibleName("Mark 2 months as paid?");
  expect(screen.getByRole("dialog")).toHaveAccessibleDescription(
    "6 prizes will be shown to everybody as paid. It can be taken back only prize by prize.",
  );
  expect(
    dialog()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["October 2026 4 prizes", "September 2026 2 prizes"]);
  expect(sent(SETTLE)).toEqual([]);
  await confirm("Mark 6 prizes as paid");
  expect(await dialog().findByRole("button", { name: "August 2026 0 of 3 paid" })).toBeVisible();
  expect(dialog().queryByRole("button", { name: /^(October|September)/ })).toBeNull();
  expect(sent(SETTLE)).toEqual([{ months: ["2026-10", "2026-09"], prizes: 6 }]);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(tick("kangaroo")).toBeChecked());
  // One month is left: the button says another number and is the same one.
  await waitFor(() => expect(screen.getByRole("button", { name: /^Prizes to pay/ })).toHaveFocus());
});

it("asks anew when the prizes to pay have changed meanwhile", async () => {
  let isFirst = true;
  const { sent } = await open({
    [SETTLE]: () => {
      if (isFirst) {
        isFirst = false;
        paidAt[1] = PAID;
        return refusal(409, "The prizes to pay have changed. Reload to see them.", "changed");
      }
      for (const rank of [1, 2, 3, 10]) paidAt[rank] = PAID;
      return jsonAnswer(monthsOf([october().month]));
    },
  });
  await end();
  await press("Prizes to pay in 1 month");
  await select("Select October 2026");
  await confirm("Mark 1 month as paid");
  await confirm("Mark 4 prizes as paid");
  expect(
    await dialog().findByText(
      "The prizes to pay have changed, and have been read again. Please look once more.",
    ),
  ).toBeVisible();
  await confirm("Mark 3 prizes as paid");
  expect(
    await dialog().findByText("Every prize of the final months is ticked as paid."),
  ).toBeVisible();
  expect(sent(SETTLE)).toEqual([
    { months: ["2026-10"], prizes: 4 },
    { months: ["2026-10"], prizes: 3 },
  ]);
});

it.each([
  [409, "not_frozen", "This month is not final yet"],
  [404, "not_found", "Nothing is known of this month"],
])("says why whole months could not be marked: %i %s", async (status, error, text) => {
  await open({ [SETTLE]: () => refusal(status, text, error) });
  await end();
  await press("Prizes to pay in 1 month");
  await select("Select October 2026");
  await confirm("Mark 1 month as paid");
  await confirm("Mark 4 prizes as paid");
  expect(await dialog().findByText(text)).toBeVisible();
  await confirm("Cancel");
  expect(dialog().getByRole("checkbox", { name: "Select October 2026" })).toBeChecked();
});

it("says when everything is paid", async () => {
  for (const rank of [1, 2, 3, 10]) paidAt[rank] = PAID;
  await open();
  const card = await end();
  expect(card.getByRole("status")).toHaveTextContent("4 of 4 paid");
  expect(card.getByText("All of $2,130")).toBeVisible();
  expect(card.queryByRole("button", { name: /Prizes to pay/ })).toBeNull();
});

it("says where a source is set up, and nothing else without one", async () => {
  const { sent } = await open({
    [MONTHS]: () => jsonAnswer(monthsOf([], { configured: false })),
  });
  expect(await screen.findByText(/No source of the casino's figures is set up/)).toHaveTextContent(
    "POINTHOUSE_WAGERS__SOURCE_KEY",
  );
  expect(screen.queryByRole("region", { name: "Month-end" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(sent(MONTH)).toEqual([]);
});

it("keeps the prizes of a source that was taken away", async () => {
  overview = { configured: false };
  await open();
  expect(await (await end()).findByText("0 of 4 paid")).toBeVisible();
  expect(screen.getByText(/No source of the casino's figures is set up/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Fetch again" })).toBeNull();
  expect(tick("emu")).toBeEnabled();
});

it("says where to look when the casino does not answer well", async () => {
  frozenAt = null;
  overview = { failing: true };
  await open();
  const card = await end();
  expect(card.getByText(/The casino did not answer well the last time/)).toBeVisible();
  expect(card.getByRole("link", { name: "Health" })).toHaveAttribute("href", "/admin/health");
});

it.each([MONTHS, MONTH])("says that %s failed, and tries again", async (call) => {
  let isBroken = true;
  await open({
    [call]: (request) =>
      isBroken ? refusal(403, "Not right now") : (house[call]?.(request) ?? refusal(500, "x")),
  });
  const text = "How the month ends could not be read: Not right now";
  expect(await screen.findByText(text)).toBeVisible();
  isBroken = false;
  await press("Retry");
  expect(await (await end()).findByText("0 of 4 paid")).toBeVisible();
  expect(screen.queryByText(text)).toBeNull();
});
