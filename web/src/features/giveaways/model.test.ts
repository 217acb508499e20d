import { describe, expect, it } from "vitest";
import {
  arrange,
  chanceText,
  type Giveaway,
  mostTickets,
  newsOf,
  noPlaces,
  noWinnerText,
  numbersText,
  phaseOf,
  recentlyWon,
  shareText,
  ticketNumber,
  wayIn,
} from "./model";

const active: Giveaway = {
  id: "1",
  title: "Friday drop",
  description: "",
  prize: "$50 gift card",
  startTime: "2026-03-01T00:00:00Z",
  endTime: "2026-03-02T00:00:00Z",
  endedAt: null,
  endedEarly: false,
  cancelled: false,
  interrupted: false,
  entryType: "paid",
  entryCost: 100,
  status: "active",
  ticketCount: 3,
  listedTickets: 3,
  entrantCount: 1,
  namesWinner: true,
  serverSeedHash: "ab",
  chain: "cd",
  winner: null,
  provablyFair: null,
  changes: [],
  createdAt: "2026-02-01T00:00:00Z",
};
const upcoming: Giveaway = { ...active, id: "2", status: "upcoming" };
const ended: Giveaway = { ...active, status: "ended", winner: { username: "ro**y" } };

it.each([
  ["upcoming", "2026-02-28T23:59:59Z", "upcoming"],
  ["upcoming", "2026-03-01T00:00:00Z", "opening"],
  ["active", "2026-03-01T23:59:59Z", "active"],
  ["active", "2026-03-02T00:00:00Z", "closing"],
  ["ended", "2026-03-01T12:00:00Z", "ended"],
] as const)("a giveaway that is %s stands at %s as %s", (status, now, phase) => {
  expect(phaseOf({ ...active, status }, Date.parse(now))).toBe(phase);
});

const endedOn = (day: number) => ({
  ...ended,
  id: String(day),
  endedAt: `2026-03-0${day}T00:00:00Z`,
});

it("the last six with a winner are kept, the newest first", () => {
  const list = [1, 8, 3, 4, 5, 6, 7, 2].map(endedOn);
  const shown = recentlyWon([active, upcoming, { ...endedOn(9), winner: null }, ...list]);
  expect(shown.map(({ id }) => id)).toEqual(["8", "7", "6", "5", "4", "3"]);
});

describe("the places of the cards", () => {
  const late = { ...active, id: "3", endTime: "2026-03-05T00:00:00Z" };

  it("begin with what ends first, without what has ended", () => {
    expect(arrange(noPlaces, [late, { ...ended, id: "4" }, upcoming, active])).toEqual({
      active: ["1", "3"],
      upcoming: ["2"],
    });
  });

  it("stay as they are: an ended card keeps its place, an opened and a new one come last", () => {
    const before = arrange(noPlaces, [active, late, upcoming]);
    const opened = { ...upcoming, status: "active" as const, endTime: "2026-03-01T06:00:00Z" };
    expect(arrange(before, [ended, late, opened]).active).toEqual(["1", "3", "2"]);
    expect(arrange(before, [late, { ...active, id: "9" }])).toEqual({
      active: ["3", "9"],
      upcoming: [],
    });
  });

  it("know an upcoming one that ended without having been seen open", () => {
    const before = arrange(noPlaces, [upcoming]);
    expect(arrange(before, [{ ...upcoming, status: "ended" }]).active).toEqual(["2"]);
  });
});

it("a balance pays for whole tickets", () => {
  expect(mostTickets(299, 100)).toBe(2);
  expect(mostTickets(99, 100)).toBe(0);
  expect(mostTickets(99, 0)).toBe(0);
});

it.each([
  [null, "paid", "login"],
  [{ isActive: false, balance: 500, needsEmail: true }, "free", "inactive"],
  [{ isActive: true, balance: 0, needsEmail: false }, "free", "free"],
  [{ isActive: true, balance: 0, needsEmail: true }, "free", "email"],
  [{ isActive: true, balance: 99, needsEmail: true }, "paid", "short"],
  [{ isActive: true, balance: 100, needsEmail: true }, "paid", "paid"],
] as const)("%j at a %s one can: %s", (visitor, entryType, kind) => {
  expect(wayIn({ ...active, entryType }, visitor).kind).toBe(kind);
});

it("shares state the exact chance", () => {
  expect(shareText(3, 120)).toBe("3 of 120 tickets");
  expect(shareText(1, 1)).toBe("1 of 1 ticket");
  expect(chanceText(3, 120)).toBe("2.5%");
  expect(chanceText(0, 0)).toBe("0%");
  expect(chanceText(7, 7)).toBe("100%");
  expect(chanceText(1, 5_000)).toBe("under 0.1%");
  expect(chanceText(9_999, 10_000)).toBe("over 99.9%");
});

it("tickets are counted from 1", () => {
  expect(ticketNumber(0)).toBe("1");
  expect(numbersText(0, 1)).toBe("ticket 1");
  expect(numbersText(1_199, 1)).toBe("ticket 1,200");
  expect(numbersText(6, 3)).toBe("tickets 7 to 9");
});

it("says why there is no winner", () => {
  expect(noWinnerText({ ...ended, listedTickets: 0 })).toMatch(/Nobody had entered/);
  // The counts leave the deleted accounts out.
  expect(noWinnerText({ ...ended, ticketCount: 0, listedTickets: 3 })).toMatch(
    /was deleted or deactivated/,
  );
  const cancelled = { ...ended, cancelled: true, listedTickets: 3 };
  expect(noWinnerText({ ...cancelled, entryType: "paid" })).toMatch(/every ticket was refunded/);
  expect(noWinnerText({ ...cancelled, entryType: "free" })).toBe("Nothing was drawn.");
});

describe("news", () => {
  it.each([
    [[], [active], ["Friday drop: new giveaway"]],
    [[], [ended], []],
    [[upcoming], [{ ...upcoming, status: "active" as const }], ["Friday drop: entries are open"]],
    [[active], [ended], ["Friday drop: ended, the winner is ro**y"]],
    [[active], [{ ...ended, winner: null }], ["Friday drop: ended without a winner"]],
    [[active], [{ ...ended, winner: null, cancelled: true }], ["Friday drop: cancelled"]],
    [
      [active],
      [{ ...active, ticketCount: 5, entrantCount: 2 }],
      ["Friday drop: 5 tickets, 2 entrants"],
    ],
    [
      [active],
      [
        {
          ...active,
          changes: [{ at: "x", text: "The end was moved", field: null, before: null, after: null }],
        },
      ],
      ["Friday drop: The end was moved"],
    ],
    [[active], [{ ...active, prize: "Other" }], []],
    [[active], [], []],
  ])("case %#", (before, after, news) => {
    expect(newsOf(before, after)).toEqual(news);
  });
});
