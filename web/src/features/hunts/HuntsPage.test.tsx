import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openPanel, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import type { Hunt } from "./model";
import { aHunt } from "./test-hunts";

vi.mock("@/wire/socket", async (original) => ({
  ...(await original<typeof import("@/wire/socket")>()),
  useLiveState: () => "online",
}));

const LIST = "GET /api/bonus-hunts";

/** What the server holds. */
let held: readonly Hunt[];
const house: Answers = { [LIST]: () => jsonAnswer(held) };

beforeEach(() => {
  // Reads that are spread over a second come at once.
  vi.spyOn(Math, "random").mockReturnValue(0);
  held = [
    aHunt({ openedSlots: 4, profitLoss: 25.5, highestPayout: 80, highestMultiplier: 40 }),
    aHunt({
      id: "sunday-1",
      name: "Big Sunday",
      status: "completed",
      totalSlots: 12,
      openedSlots: 12,
      profitLoss: -40,
      highestPayout: 3_400,
      highestMultiplier: 1_700,
      runningAverage: 33.33,
    }),
    aHunt({ id: "9", name: "To come", status: "active", totalSlots: 0 }),
  ];
});

afterEach(() => queryClient.clear());

const openPage = (address = "/bonus-hunts", answers: Answers = {}) =>
  openPanel(address, { ...house, ...answers });
const table = async () => within(await screen.findByRole("table", { name: "Bonus hunts" }));
const names = async () =>
  (await table())
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("link").textContent);

it("shows what every hunt made, and leads to it", async () => {
  openPage();
  const rows = (await table()).getAllByRole("row");
  expect(rows[0]).toHaveTextContent(/^IDDateBonusesBest WinBest XAvg XP\/L$/);
  const [, live, sunday, coming] = rows;
  expect(live).toHaveTextContent("LIVE");
  expect(live).toHaveTextContent("4 / 10 opened");
  expect(live).toHaveTextContent("+$25.50");
  expect(sunday).not.toHaveTextContent("LIVE");
  for (const text of ["12", "$3,400.00", "mega 1.7kx", "33.33x", "−$40.00"])
    expect(sunday).toHaveTextContent(text);
  // Nothing opened is no loss.
  expect(coming).not.toHaveTextContent("$100.00");
  expect((await table()).getByRole("link", { name: /Big Sunday/ })).toHaveAttribute(
    "href",
    "/bonus-hunts/sunday-1",
  );
});

it("shows the one that runs above the others", async () => {
  openPage();
  const live = within(await screen.findByRole("region", { name: "Friday hunt" }));
  expect(live.getByText(/of 10 opened/)).toHaveTextContent("4 of 10 opened · best win $80.00");
  expect(live.getByRole("link", { name: "Follow live" })).toHaveAttribute("href", "/bonus-hunts/7");
});

it("sorts as its buttons say, and keeps the order in the address", async () => {
  openPage("/bonus-hunts?sort=loss");
  expect(await names()).toEqual(["Big Sunday#sunday-1", "Friday hunt#7", "To come#9"]);
  const sort = within(screen.getByRole("group", { name: "Sort" }));
  expect(sort.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Date",
    "Biggest Profit",
    "Biggest Loss",
    "Most Bonuses",
    "Least Bonuses",
  ]);
  expect(sort.getByRole("button", { name: "Biggest Loss" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await userEvent.click(sort.getByRole("button", { name: "Least Bonuses" }));
  await waitFor(async () => expect((await names())[0]).toBe("To come#9"));
});

it("says that there is none, and that they could not be read", async () => {
  held = [];
  let isBroken = true;
  openPage("/bonus-hunts", {
    [LIST]: () => (isBroken ? refusal(403, "Not for you") : jsonAnswer(held)),
  });
  expect(await screen.findByText("The bonus hunts could not be loaded")).toBeVisible();
  expect(screen.getByText("Not for you")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("No bonus hunts yet")).toBeVisible();
});

it("asks again after a push that brings news, and after no other", async () => {
  const { sent } = openPage();
  await table();
  const asked = sent(LIST).length;
  act(() => deliver("huntsUpdated", { id: "7", revision: 3, deleted: false }));
  act(() => deliver("huntsUpdated", { id: "44", revision: 9, deleted: true }));
  // Behind every read that was due by now.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(sent(LIST)).toHaveLength(asked);
  held = [aHunt({ id: "10", name: "Brand new", revision: 1 }), ...held];
  act(() => {
    deliver("huntsUpdated", { id: "10", revision: 1, deleted: false });
    deliver("huntsUpdated", { id: "7", revision: 4, deleted: false });
  });
  expect(await (await table()).findByRole("link", { name: /Brand new/ })).toBeVisible();
  // Two pushes in the same moment are one question.
  expect(sent(LIST)).toHaveLength(asked + 1);
});

it("asks by itself every five minutes", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { sent } = openPage();
    await table();
    const asked = sent(LIST).length;
    await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
    expect(sent(LIST)).toHaveLength(asked);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(sent(LIST)).toHaveLength(asked + 1);
  } finally {
    vi.useRealTimers();
  }
});

it("shows thirty and more when asked", async () => {
  held = Array.from({ length: 31 }, (_, at) => aHunt({ id: `${at}`, status: "completed" }));
  openPage();
  expect(await names()).toHaveLength(30);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await names()).toHaveLength(31);
});
