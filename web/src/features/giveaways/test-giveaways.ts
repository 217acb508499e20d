import type { Giveaway } from "./model";

const HOUR_MS = 3_600_000;

export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Giveaways around the present moment: one for points, one free, one to come, one that has ended. */
export function sampleGiveaways() {
  const drop: Giveaway = {
    id: "1",
    title: "Friday drop",
    description: "For everybody in the chat.",
    prize: "$50 gift card",
    startTime: inHours(-5),
    endTime: inHours(53.5),
    endedAt: null,
    endedEarly: false,
    cancelled: false,
    interrupted: false,
    entryType: "paid",
    entryCost: 100,
    status: "active",
    ticketCount: 120,
    listedTickets: 120,
    entrantCount: 34,
    namesWinner: true,
    serverSeedHash: "ab".repeat(32),
    chain: "cd".repeat(32),
    winner: null,
    provablyFair: null,
    changes: [],
    createdAt: inHours(-9),
  };
  const freebie: Giveaway = {
    ...drop,
    id: "2",
    title: "Freebie",
    prize: "500 points",
    entryType: "free",
    entryCost: 0,
    ticketCount: 1,
    listedTickets: 1,
    entrantCount: 1,
    endTime: inHours(80),
  };
  const soon: Giveaway = {
    ...drop,
    id: "3",
    title: "Keyboard",
    prize: "A keyboard",
    status: "upcoming",
    startTime: inHours(2.51),
    endTime: inHours(90),
    ticketCount: 0,
    listedTickets: 0,
    entrantCount: 0,
  };
  const over = endedOf({ ...drop, id: "4", title: "Old drop", prize: "A mug" });
  return { drop, freebie, soon, over };
}

export function endedOf(giveaway: Giveaway): Giveaway {
  return {
    ...giveaway,
    status: "ended",
    endedAt: inHours(-1),
    winner: { username: "ke**n" },
    provablyFair: { serverSeed: "ef", clientSeed: "gh", winnerHash: "ij", winnerIndex: 45 },
  };
}
