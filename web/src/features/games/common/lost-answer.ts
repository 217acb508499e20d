import { refreshMember } from "@/features/session/actions";
import { cameBackSince } from "@/wire/outage";
import { queryClient } from "@/wire/queries";
import { serverNow } from "@/wire/server-clock";
import { hasNoAnswer } from "@/wire/submit";
import { POLL_MS } from "./availability";
import type { GameNotice } from "./bet-failure";
import { type GameId, historyQuery, type Round, readHistory, rereadRounds } from "./queries";
import * as texts from "./texts/en";

/** The server states dates in whole seconds, so its clock is known to about a second. */
const CLOCK_TOLERANCE_MS = 2_000;

/** What identifies the round of a bet whose answer never arrived. */
export type SentBet = { sentAt: number; stake: number; known: ReadonlySet<string> };

/** Call it before a bet is sent. */
export function noteBet(game: GameId, stake: number): SentBet {
  const known = queryClient.getQueryData(historyQuery(game).queryKey) ?? [];
  return { sentAt: serverNow(), stake, known: new Set(known.map(({ id }) => id)) };
}

/**
 * The ended round of a bet, or null when the server has none. An equal bet of another window at the
 * same moment cannot be told from this one.
 * @throws {CallFailure}
 */
export async function findRound(game: GameId, bet: SentBet): Promise<Round | null> {
  const rounds = await readHistory(game);
  const isOfBet = ({ id, staked, createdAt }: Round) =>
    staked === bet.stake &&
    !bet.known.has(id) &&
    Date.parse(createdAt) >= bet.sentAt - CLOCK_TOLERANCE_MS;
  rereadRounds(game);
  void refreshMember();
  return rounds.find(isOfBet) ?? null;
}

/**
 * Asks until the server answers, or until the answer is no longer wanted: undefined then.
 * @throws {CallFailure} when the server refuses.
 */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  isWanted: () => boolean,
): Promise<Answer | undefined> {
  while (isWanted()) {
    try {
      const answer = await ask();
      return isWanted() ? answer : undefined;
    } catch (thrown) {
      if (!hasNoAnswer(thrown)) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** What is said of a bet or a move whose answer was lost. */
export type LostTexts = { checking: string; counted: string; notCounted: string };

/** Of the bet that opens a round. */
export const lostBet: LostTexts = texts.lostBet;

/** While it is unknown whether a bet or a move counted. */
export function lostNotice({ checking }: LostTexts): GameNotice {
  return { tone: "error", text: checking };
}

/** What the server said about what was sent at `askedAt`, a time of `performance.now()`. */
export function outcomeNotice(lost: LostTexts, counted: boolean, askedAt: number): GameNotice {
  const outcome = counted ? lost.counted : lost.notCounted;
  // A single answer can get lost while everything else works.
  return { tone: "info", text: cameBackSince(askedAt) ? texts.backOnline(outcome) : outcome };
}
