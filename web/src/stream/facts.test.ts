import { expect, it } from "vitest";
import { readBoard, readChallenges, readGiveaways, readSite } from "./facts";

it("takes what it needs of the site", () => {
  const answer = { name: "Pointhouse", promoCode: " HOUSE ", extra: 1 };
  expect(readSite(answer)).toEqual({
    name: "Pointhouse",
    mark: "",
    promoCode: "HOUSE",
    casinoName: "",
    timezone: "",
  });
});

it("leaves out rows that it cannot read, and keeps the others", () => {
  const rows = [{ title: "Mental", completed: true }, { title: 7 }, null, "x", []];
  expect(readChallenges(rows)).toEqual([
    { title: "Mental", provider: "", reward: "", minBet: "", multiplier: "", completed: true },
  ]);
  expect(
    readBoard({ leaderboard: [{ username: "a", totalPoints: 3 }, { username: "b" }] }),
  ).toEqual({ isWeek: false, places: [{ name: "a", points: 3 }] });
  expect(readBoard({ cycle: "week", leaderboard: [] })).toEqual({ isWeek: true, places: [] });
});

it("reads giveaways out of an answer and out of a push", () => {
  const row = {
    id: "7",
    title: "Raffle",
    prize: "$100",
    startTime: "2026-11-21T10:00:00Z",
    endTime: "2026-11-22T10:00:00Z",
    status: "ended",
    entryType: "paid",
    entryCost: 50,
    ticketCount: 3,
    winner: { username: "a***b" },
  };
  const read = readGiveaways({ success: true, giveaways: [row, { ...row, endTime: "soon" }] });
  expect(read).toEqual([
    {
      id: "7",
      title: "Raffle",
      prize: "$100",
      startsAt: Date.parse(row.startTime),
      endsAt: Date.parse(row.endTime),
      isEnded: true,
      isFree: false,
      entryCost: 50,
      ticketCount: 3,
      winner: "a***b",
    },
  ]);
  expect(readGiveaways([row])).toEqual(read);
});

it.each([undefined, null, 7, "x", {}, { success: false }])("is told nothing by %j", (body) => {
  expect([readSite, readChallenges, readGiveaways, readBoard].map((read) => read(body))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
