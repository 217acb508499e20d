import { ticketNumber } from "@/wire/tickets";
import { readFields, readNumber, readOneOf, readText, readTime } from "./read";
import { nameOnAir, type SourceState } from "./state";

export type Phase = "upcoming" | "open" | "drawing" | "winner" | "no-winner" | "cancelled";

export type GiveawayOnAir = {
  id: string;
  title: string;
  prize: string;
  phase: Phase;
  startsAt: number;
  endsAt: number;
  endedAt: number | null;
  tickets: number;
  entrants: number;
  entryCost: number;
  winner: string | null;
  winnerIsNamed: boolean;
  /** As people count, from 1. */
  winningTicket: number | null;
  proofPath: string;
};

const STATUSES = ["upcoming", "active", "drawing", "ended", "cancelled"] as const;

/** The giveaway of a source; null without one. */
export function readGiveaway({ facts }: SourceState): GiveawayOnAir | null {
  const row = readFields(facts.giveaway);
  const status = readOneOf(row.status, STATUSES);
  const [startsAt, endsAt] = [readTime(row.startsAt), readTime(row.endsAt)];
  const id = readText(row.id);
  if (status === null || startsAt === null || endsAt === null || id === "") return null;
  const winner = readText(row.winner);
  const winnerIsNamed = row.winnerIsNamed === true;
  const winningIndex = readNumber(row.winningTicket, -1);
  const phases = {
    upcoming: "upcoming",
    active: "open",
    drawing: "drawing",
    ended: winner === "" ? "no-winner" : "winner",
    cancelled: "cancelled",
  } as const;
  return {
    id,
    title: readText(row.title),
    prize: readText(row.prize),
    phase: phases[status],
    startsAt,
    endsAt,
    endedAt: readTime(row.endedAt),
    tickets: Math.max(0, readNumber(row.tickets)),
    entrants: Math.max(0, readNumber(row.entrants)),
    entryCost: Math.max(0, readNumber(row.entryCost)),
    winner: winner === "" ? null : nameOnAir(winner, winnerIsNamed),
    winnerIsNamed,
    winningTicket: winningIndex < 0 ? null : ticketNumber(winningIndex),
    proofPath: readText(row.proofPath),
  };
}

/** What counts at a time: the server's newer state comes a moment after a start or an end. */
export function phaseOf({ phase, startsAt, endsAt }: GiveawayOnAir, now: number): Phase {
  if (phase === "upcoming" && startsAt <= now) return endsAt <= now ? "drawing" : "open";
  return phase === "open" && endsAt <= now ? "drawing" : phase;
}
