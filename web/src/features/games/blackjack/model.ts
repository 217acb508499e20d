import { type Fraction, percent } from "../common/fraction";
import { fraction } from "../common/odds/exact";
import type { Round } from "../common/queries";
import type { StepRound } from "../common/step-table";
import { type Card, countHand, readCards } from "./cards";
import type { BlackjackTable } from "./published-table";
import * as texts from "./texts/en";

/** Blackjack (docs/games.md, section 7). */

/** The published table, shown until the server's own has been read. */
export const STATED_TABLE: BlackjackTable = { minBet: 1, maxBet: 100 };

const outcomes = ["blackjack", "dealer_blackjack", "win", "push", "lose", "bust"] as const;
export type Outcome = (typeof outcomes)[number];
const moves = ["insure", "decline", "hit", "stand", "double"] as const;
export type BlackjackAction = (typeof moves)[number];

/** A round as the table shows it. */
export type BlackjackRound = StepRound & {
  bet: number;
  /** The insurance offer waits for its answer. */
  isOffered: boolean;
  player: readonly Card[];
  /** The up card alone while the round is open. */
  dealer: readonly Card[];
  /** Null while the round is open. */
  outcome: Outcome | null;
  /** What may be done now, besides what the balance allows. */
  actions: readonly BlackjackAction[];
  isDoubled: boolean;
  /** Points staked on insurance. */
  insurance: number;
  insuranceReturn: number;
  mainReturn: number;
};

/** A round of the server as a round of blackjack; null for one of another shape. */
export function readBlackjackRound(record: Round): BlackjackRound | null {
  const { bet } = record.params;
  const { phase, insurance } = record.detail;
  const player = readCards(record.detail.player);
  const dealer = readCards(record.detail.dealer);
  const isOpen = phase === "insurance" || phase === "play";
  const outcome = outcomes.find((known) => known === record.detail.outcome) ?? null;
  if (record.game !== "blackjack" || typeof bet !== "number" || typeof insurance !== "number")
    return null;
  if (player === null || player.length < 2 || dealer === null) return null;
  if (isOpen ? dealer.length !== 1 : phase !== "done" || outcome === null || dealer.length < 2)
    return null;
  const { id, staked, payout, detail } = record;
  return {
    id,
    staked,
    payout,
    record,
    isOpen,
    bet,
    isOffered: phase === "insurance",
    player,
    dealer,
    outcome: isOpen ? null : outcome,
    // The balance may cover more by the time of the press.
    actions: isOpen ? [...readActions(detail.actions), ...readActions(detail.unaffordable)] : [],
    isDoubled: staked - insurance >= 2 * bet,
    insurance,
    insuranceReturn: wholeOr(detail.insurance_return, 0),
    mainReturn: wholeOr(detail.main_return, payout),
  };
}

function readActions(listed: unknown): BlackjackAction[] {
  return Array.isArray(listed) ? moves.filter((move) => listed.includes(move)) : [];
}

function wholeOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/** What lies on the felt at one moment. */
export type Felt = {
  player: readonly Card[];
  /** Face up. */
  dealer: readonly Card[];
  /** The dealer's second card lies face down. */
  hasHole: boolean;
};

export const emptyFelt: Felt = { player: [], dealer: [], hasHole: false };

/** How a round lies when nothing moves. */
export function feltOf(round: BlackjackRound | null): Felt {
  if (round === null) return emptyFelt;
  return { player: round.player, dealer: round.dealer, hasHole: round.isOpen };
}

/**
 * The moments from one state of a round to the next, one card each: the deal goes member, dealer,
 * member, hole card; at the end the hole card is turned before the dealer draws.
 */
export function momentsOf(round: BlackjackRound, before: BlackjackRound | null): Felt[] {
  const moments: Felt[] = [];
  let felt = before?.id === round.id ? feltOf(before) : emptyFelt;
  const lay = (next: Partial<Felt>) => {
    felt = { ...felt, ...next };
    moments.push(felt);
  };
  const { player, dealer } = round;
  if (felt.player.length === 0) {
    lay({ player: player.slice(0, 1) });
    lay({ dealer: dealer.slice(0, 1) });
    lay({ player: player.slice(0, 2) });
    lay({ hasHole: true });
  }
  while (felt.player.length < player.length)
    lay({ player: player.slice(0, felt.player.length + 1) });
  if (!round.isOpen) {
    lay({ dealer: dealer.slice(0, 2), hasHole: false });
    while (felt.dealer.length < dealer.length)
      lay({ dealer: dealer.slice(0, felt.dealer.length + 1) });
  }
  return moments;
}

/** What insurance costs: half the bet, rounded down. */
export function insuranceCost(bet: number): number {
  return Math.floor(bet / 2);
}

/** What a natural hands back: 3 to 2, half a point dropped. */
export function naturalReturn(bet: number): number {
  return Math.floor((5 * bet) / 2);
}

/**
 * In millionths: the return at even bets (docs/games.md), and half the chance of a natural that
 * pays.
 */
const EVEN_BET = { optimal: 996_665, chart: 996_277 } as const;
const MILLION = 1_000_000;
/** The chance that the member alone has a natural: 4.649%. */
const NATURAL: Fraction = fraction(64 * (1225 - 45), 1326 * 1225);

/** What a bet gives back on average; an odd one loses half a point on each natural. */
export function averageReturn(bet: number, play: keyof typeof EVEN_BET): string {
  const even = fraction(EVEN_BET[play], MILLION);
  if (bet % 2 === 0) return percent(even, 3);
  const lost = fraction(NATURAL.part, NATURAL.of * BigInt(2 * bet));
  return percent({ part: even.part * lost.of - lost.part * even.of, of: even.of * lost.of }, 3);
}

export type Tone = "win" | "loss" | "even";
export type Verdict = { title: string; net: number; tone: Tone; lines: readonly string[] };

/** How a round ended, in words and points. */
export function verdictOf(round: BlackjackRound): Verdict | null {
  if (round.outcome === null) return null;
  const net = round.payout - round.staked;
  const lines: string[] = [];
  if (round.outcome === "blackjack") lines.push(texts.naturalPays);
  if (round.outcome === "win" && countHand(round.dealer).total > 21) lines.push(texts.dealerBusts);
  if (round.outcome === "push") lines.push(texts.betBack);
  if (round.isDoubled) lines.push(texts.betDoubled);
  if (round.insurance > 0)
    lines.push(
      round.insuranceReturn > 0
        ? texts.insuranceReturned(round.insuranceReturn)
        : texts.insuranceLost(round.insurance),
    );
  const tone = net > 0 ? "win" : net < 0 ? "loss" : "even";
  return { title: texts.outcomes[round.outcome], net, tone, lines };
}
