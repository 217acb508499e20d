import { describe, expect, it } from "vitest";
import { readSocketEvent } from "./socket-events";

const challenge = {
  id: "4",
  title: "Big bones",
  provider: "Kennel",
  task: "",
  description: "",
  image: "",
  minBet: "$0.20",
  multiplier: "500x",
  reward: "$25",
  difficulty: "Hard",
  completed: false,
  rewardPoints: null,
} as const;

const item = {
  id: "3",
  title: "Gift card",
  description: "For the store of your choice.",
  image: "",
  pointsCost: 1200,
  stock: 0,
  sold: 5,
  category: "Digital Services",
  isActive: true,
  createdAt: "2026-03-01T00:00:00Z",
} as const;

const giveaway = {
  id: "12",
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
  changes: [
    {
      at: "2026-03-01T00:00:00Z",
      text: "Title changed",
      field: "title",
      before: "Old",
      after: "New",
    },
  ],
  createdAt: "2026-03-01T00:00:00Z",
} as const;

const ended = {
  ...giveaway,
  status: "ended",
  endedAt: "2026-03-02T00:00:00Z",
  winner: { username: "ro**y" },
  provablyFair: { serverSeed: "ef", clientSeed: "gh", winnerHash: "ij", winnerIndex: 2 },
} as const;

describe("a push", () => {
  it("is read when it has the agreed shape, without what else it carries", () => {
    const push = { userId: "7", newPoints: 120, seq: 3, extra: true };
    expect(readSocketEvent("pointsUpdated", push)).toEqual({ userId: "7", newPoints: 120, seq: 3 });
    const states = { gameStates: { dice: true, mines: false } };
    expect(readSocketEvent("allGamesMaintenanceChanged", states)).toEqual(states);
  });

  it("of the challenges is the whole list", () => {
    expect(readSocketEvent("challengesUpdated", [])).toEqual([]);
    expect(readSocketEvent("challengesUpdated", [challenge])).toEqual([challenge]);
  });

  it("of the shop is its items, a sale or whether it is open", () => {
    expect(readSocketEvent("pointsShopUpdated", [])).toEqual([]);
    expect(readSocketEvent("pointsShopUpdated", [item])).toEqual([item]);
    expect(readSocketEvent("pointsShopPurchased", { itemId: "3", by: 1 })).toEqual({ itemId: "3" });
    const open = { comingSoonEnabled: false };
    expect(readSocketEvent("pointsShopConfigUpdated", { ...open, more: 1 })).toEqual(open);
  });

  it("of the giveaways is all their public cards", () => {
    const cards = { giveaways: [giveaway, ended] };
    expect(readSocketEvent("giveawaysUpdated", { ...cards, more: 1 })).toEqual(cards);
  });

  it("of a win names the giveaway and the prize", () => {
    const drop = { id: "12", title: "Friday drop", prize: "A mug", namesWinner: true };
    const won = { ...drop, endedAt: "2026-03-02T00:00:00Z" };
    expect(readSocketEvent("giveawayWon", { ...won, more: 1 })).toEqual(won);
  });

  it("of an entry has all own tickets", () => {
    const entered = { id: "12", own: 3 };
    expect(readSocketEvent("giveawayEntered", { ...entered, more: 1 })).toEqual(entered);
  });

  it("of the hunts says which one has changed", () => {
    const push = { id: "week-7", revision: 4, deleted: false };
    expect(readSocketEvent("huntsUpdated", { ...push, more: 1 })).toEqual(push);
  });

  it.each([
    ["huntsUpdated", { id: 7, revision: 4, deleted: false }],
    ["huntsUpdated", { id: "7", revision: "4", deleted: false }],
    ["huntsUpdated", { id: "7", revision: 4 }],
    ["giveawaysUpdated", []],
    ["giveawaysUpdated", { giveaways: [{ ...giveaway, ticketCount: "3" }] }],
    ["giveawaysUpdated", { giveaways: [{ ...giveaway, status: "open" }] }],
    ["giveawaysUpdated", { giveaways: [{ ...giveaway, changes: [{ at: 1, text: "" }] }] }],
    ["giveawaysUpdated", { giveaways: [{ ...giveaway, cancelled: 1 }] }],
    ["giveawaysUpdated", { giveaways: [{ ...ended, winner: {} }] }],
    ["giveawayEntered", { id: "12", own: -1 }],
    ["giveawayWon", { id: 12, title: "Friday drop", prize: "A mug", endedAt: "" }],
    ["giveawaysUpdated", { giveaways: [{ ...ended, provablyFair: {} }] }],
    ["pointsUpdated", null],
    ["pointsUpdated", { userId: 7, newPoints: 1, seq: 1 }],
    ["pointsUpdated", { userId: "7", newPoints: 1.5, seq: 1 }],
    ["pointsUpdated", { userId: "7", newPoints: -1, seq: 1 }],
    ["pointsUpdated", { userId: "7", newPoints: 1 }],
    ["gameMaintenanceChanged", { gameId: "dice", disabled: "yes" }],
    ["allGamesMaintenanceChanged", { gameStates: { dice: 1 } }],
    ["gamePaused", { gameId: "dice" }],
    ["gamePaused", { gameId: "dice", until: 13 }],
    ["liveBet", { id: 3 }],
    ["maintenanceChanged", { maintenanceMode: 1 }],
    ["challengesUpdated", { 0: challenge }],
    ["challengesUpdated", [challenge, null]],
    ["challengesUpdated", [{ ...challenge, id: 4 }]],
    ["challengesUpdated", [{ ...challenge, difficulty: "Brutal" }]],
    ["challengesUpdated", [{ ...challenge, completed: "no" }]],
    ["challengesUpdated", [{ ...challenge, rewardPoints: 1.5 }]],
    ["pointsShopUpdated", { 0: item }],
    ["pointsShopUpdated", [item, null]],
    ["pointsShopUpdated", [{ ...item, id: 3 }]],
    ["pointsShopUpdated", [{ ...item, pointsCost: "1200" }]],
    ["pointsShopUpdated", [{ ...item, stock: -1 }]],
    ["pointsShopUpdated", [{ ...item, sold: 0.5 }]],
    ["pointsShopUpdated", [{ ...item, isActive: 1 }]],
    ["pointsShopPurchased", { itemId: 3 }],
    ["pointsShopConfigUpdated", { comingSoonEnabled: "no" }],
  ] as const)("%s with %j is dropped", (name, payload) => {
    expect(readSocketEvent(name, payload)).toBeNull();
  });
});
