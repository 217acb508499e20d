import { jsonAnswer } from "@/test-page";
import type { Giveaway } from "./model";

const HOUR_MS = 3_600_000;

export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** One that runs, for 25 points a ticket, with tickets of 7 members. */
export function aDrop(change: Partial<Giveaway> = {}): Giveaway {
  return {
    id: "1",
    title: "Friday drop",
    description: "For everyone in the chat.",
    prize: "$50 gift card",
    startTime: inHours(-1),
    endTime: inHours(23),
    endedAt: null,
    endedEarly: false,
    cancelled: false,
    interrupted: false,
    entryType: "paid",
    entryCost: 25,
    status: "active",
    ticketCount: 70,
    listedTickets: 70,
    entrantCount: 7,
    namesWinner: true,
    serverSeedHash: "ab".repeat(32),
    chain: "cd".repeat(32),
    winner: null,
    provablyFair: null,
    changes: [],
    createdAt: inHours(-2),
    ...change,
  };
}

/** One that was ended early, and who has won. */
export function anEnded(change: Partial<Giveaway> = {}): Giveaway {
  return aDrop({
    id: "9",
    title: "Old drop",
    status: "ended",
    endedAt: inHours(-0.5),
    endedEarly: true,
    winner: { username: "emu" },
    provablyFair: {
      serverSeed: "11".repeat(32),
      clientSeed: "22".repeat(32),
      winnerHash: "33".repeat(32),
      winnerIndex: 45,
    },
    changes: [
      {
        at: inHours(-0.5),
        text: "Ended early by an admin",
        field: null,
        before: null,
        after: null,
      },
    ],
    ...change,
  });
}

export function giveawaysAnswer(giveaways: readonly Giveaway[]): Response {
  return jsonAnswer({ success: true, giveaways, own: {} });
}
