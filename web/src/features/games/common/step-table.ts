import type { StoreApi } from "zustand";
import { refreshMember } from "@/features/session/actions";
import { holdBalance } from "@/features/wallet/balance";
import { memberSubmitter } from "@/features/wallet/submitter";
import { prefersReducedMotion } from "@/ui/motion";
import { asFailure, type CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { onOnline } from "@/wire/socket";
import { hasNoAnswer, type SubmitHeaders } from "@/wire/submit";
import type { BetLimits } from "./bet";
import { type BetCall, callGame } from "./bet-call";
import { afterRefusal, type GameNotice } from "./bet-failure";
import { openingBets } from "./chosen-bet";
import { followRounds, type RoundUpdate } from "./follow-rounds";
import { type InstantRound, SLOW_MS } from "./instant-table";
import {
  findRound,
  type LostTexts,
  lostNotice,
  noteBet,
  outcomeNotice,
  type SentBet,
  untilAnswered,
} from "./lost-answer";
import { type GameId, type Round, recordRound, rereadRounds } from "./queries";
import * as texts from "./texts/en";

/** A round that goes on over several moves, as any table needs it; games add what they show. */
export type StepRound = InstantRound & { isOpen: boolean };

/**
 * The table of a game whose round is opened by the bet and goes on move by move. At most one move is
 * under way: the next one is only taken in phase `idle`. What the server answers is known at once
 * and stands in `showing` until its animation has ended, then in `round`.
 */
export type StepState<R extends StepRound, Move> = {
  betText: string;
  /** The member has chosen the bet, so the table no longer opens with its own. */
  hasChosenBet: boolean;
  /** `reading` until the server has said whether a round is open. */
  phase: "reading" | "idle" | "asking" | "showing";
  /** The move whose answer or animation is awaited. */
  asked: Move | null;
  /** The answer takes long: the button shows that it is being waited for. */
  isSlow: boolean;
  /** The answer whose animation is running. */
  showing: R | null;
  /** The round on the table: the open one, or the last of this visit until it is cleared. */
  round: R | null;
  notice: GameNotice | null;
  isShort: boolean;
};

export const readingTable = {
  phase: "reading",
  asked: null,
  isSlow: false,
  showing: null,
  round: null,
  notice: null,
  isShort: false,
} as const;

type Game<R extends StepRound, Move> = {
  id: GameId;
  /** The stake of the bet that opens a round; null for every other move. */
  stakeOf: (move: Move) => number | null;
  send: (move: Move, headers: SubmitHeaders) => BetCall;
  /** What is said of a move whose answer was lost. */
  lostTextsOf: (move: Move) => LostTexts;
  /** Null for a round of another shape. */
  read: (record: Round) => R | null;
  /** Resolves when the animation has ended. Not called when reduced motion is asked for. */
  show: (round: R, before: R | null) => Promise<void>;
  /** How long the result of a round stays on the table, in milliseconds; null: until the next bet. */
  resultMs: number | null;
};

export type StepTable<Move> = {
  /** Makes one move and shows what came of it. Does nothing out of turn or while another is under way. */
  make: (move: Move) => Promise<void>;
  /** Takes the result of an ended round off the table. */
  clear: () => void;
  setBetText: (betText: string) => void;
  dismissShortage: () => void;
  /** The page was opened: the open round is read and goes on where it stood, without animation. */
  enter: (limits: BetLimits) => void;
  /** Fits the opening bet to the limits in force, unless the member has chosen a bet. */
  setLimits: (limits: BetLimits) => void;
  /** The page was left: what is under way finishes unseen, and is read again at the next entry. */
  leave: () => void;
};

/** Refusals that say that the round stands otherwise than this window thinks. */
const OUT_OF_TURN: ReadonlySet<string> = new Set([
  "round_open",
  "round_over",
  "tile_taken",
  "nothing_to_cash_out",
  "insurance_pending",
  "double_not_allowed",
  "bad_action",
]);

/** The moves of a game of several steps over its store. */
export function stepTable<R extends StepRound, Move, S extends StepState<R, Move>>(
  store: Pick<StoreApi<S>, "getState" | "setState">,
  game: Game<R, Move>,
): StepTable<Move> {
  const course = new Course(game, store.getState, (part) =>
    store.setState((state) => ({ ...state, ...part })),
  );
  const opening = openingBets(store);
  return {
    make: (move) => course.make(move),
    clear: () => course.clear(),
    setBetText: (betText) => course.change({ betText, hasChosenBet: true, notice: null }),
    dismissShortage: () => course.change({ isShort: false }),
    enter: (limits) => {
      opening.enter(limits);
      course.enter();
    },
    setLimits: opening.setLimits,
    leave: () => course.leave(),
  };
}

/** A move whose answer was lost, until the server says whether it counted. */
type LostMove<R> = {
  texts: LostTexts;
  order: unknown;
  /** The round on the table when it was made. */
  before: R | null;
  /** Only of a bet. */
  sent: SentBet | null;
  /** When it was made, a time of `performance.now()`. */
  askedAt: number;
};

/** What happens at one table, one move after the other. */
class Course<R extends StepRound, Move> {
  private readonly game: Game<R, Move>;
  private readonly table: () => StepState<R, Move>;
  readonly change: (part: Partial<StepState<R, Move>>) => void;
  /** Tells visits apart: what was begun in one changes nothing on the table of another. */
  private visit = 0;
  /** Counts moves, so that a read which was overtaken by one is dropped. */
  private moves = 0;
  /** The visit and the move after which the table is being read again. */
  private reading = "";
  /** The round has changed since the read that is under way began. */
  private isStale = false;
  private underWay = Promise.resolve();
  private lost: LostMove<R> | null = null;
  private clearing: ReturnType<typeof setTimeout> | undefined;
  private unfollow: () => void = () => undefined;

  constructor(
    game: Game<R, Move>,
    table: () => StepState<R, Move>,
    change: (part: Partial<StepState<R, Move>>) => void,
  ) {
    this.game = game;
    this.table = table;
    this.change = change;
  }

  async make(move: Move): Promise<void> {
    const { phase, round } = this.table();
    if (phase !== "idle" || this.opens(move) === (round?.isOpen ?? false)) return;
    this.underWay = this.perform(move);
    await this.underWay;
  }

  private opens(move: Move): boolean {
    return this.game.stakeOf(move) !== null;
  }

  enter(): void {
    const { visit } = this;
    const isIdle = () => this.table().phase === "idle";
    const again = () => {
      if (isIdle()) void this.catchUp(visit);
    };
    const unfollowRounds = followRounds(this.game.id, isIdle, (updates) => {
      if (!updates.every((update) => isShown(update, this.table().round))) again();
    });
    const unfollowWindow = followWindow(again);
    this.unfollow = () => {
      unfollowRounds();
      unfollowWindow();
    };
    // A move of the last visit may be on its way; what is read before its answer would be old.
    void this.underWay.then(() => this.catchUp(visit));
  }

  leave(): void {
    this.visit += 1;
    clearTimeout(this.clearing);
    this.unfollow();
    this.lost = null;
    this.change(readingTable);
  }

  clear(): void {
    clearTimeout(this.clearing);
    const { phase, round } = this.table();
    if (phase === "idle" && round?.isOpen === false) this.change({ round: null });
  }

  /** One move from the call to the shown answer. */
  private async perform(move: Move): Promise<void> {
    const { visit, game } = this;
    const isHere = () => visit === this.visit;
    this.moves += 1;
    clearTimeout(this.clearing);
    const before = this.table().round;
    const order = { [game.id]: move, round: before?.isOpen === true ? before.id : null };
    const stake = game.stakeOf(move);
    const sent = stake === null ? null : noteBet(game.id, stake);
    const askedAt = performance.now();
    this.change({ phase: "asking", asked: move, notice: null });
    const slow = setTimeout(() => this.change({ isSlow: true }), SLOW_MS);
    const releaseBalance = holdBalance();
    let isBehind = false;
    try {
      const record = await callGame(order, (headers) => game.send(move, headers));
      clearTimeout(slow);
      const round = game.read(record);
      if (round === null) throw new Error(`The server answered ${game.id} with another round.`);
      if (isHere()) this.change({ phase: "showing", isSlow: false, showing: round });
      if (isHere() && !prefersReducedMotion()) await game.show(round, before);
      if (isHere()) this.settle(round);
      else if (!round.isOpen) recordRound(game.id, record);
    } catch (thrown) {
      const failure = asFailure(thrown);
      const isLost = hasNoAnswer(failure);
      isBehind = isLost || isOutOfTurn(failure);
      if (isHere() && isLost) {
        const lostTexts = game.lostTextsOf(move);
        this.lost = { texts: lostTexts, order, before, sent, askedAt };
        this.change({ notice: lostNotice(lostTexts) });
      } else if (isHere())
        this.change(isOutOfTurn(failure) ? movedOn(failure) : afterRefusal(game.id, failure));
    } finally {
      clearTimeout(slow);
      releaseBalance();
      if (isHere())
        this.change({
          phase: isBehind ? "reading" : "idle",
          isSlow: false,
          asked: null,
          showing: null,
        });
    }
    if (isBehind) await this.catchUp(visit);
  }

  /** Puts an answer on the table; the result of an ended round goes after its time. */
  private settle(round: R): void {
    clearTimeout(this.clearing);
    this.change({ round });
    if (round.isOpen) return;
    recordRound(this.game.id, round.record);
    const { resultMs } = this.game;
    if (resultMs !== null) this.clearing = setTimeout(() => this.clear(), resultMs);
  }

  /** Reads the table again; while nothing answers, until something does. */
  private async catchUp(visit: number): Promise<void> {
    const { moves } = this;
    const isCurrent = () => visit === this.visit && moves === this.moves;
    const reading = `${visit}/${moves}`;
    if (this.reading === reading) {
      this.isStale = true;
      return;
    }
    this.reading = reading;
    this.isStale = false;
    try {
      const round = await untilAnswered(() => this.readRound(), isCurrent);
      if (round !== undefined) this.take(round);
    } catch (thrown) {
      const { message } = asFailure(thrown);
      if (isCurrent()) this.change({ phase: "idle", notice: { tone: "error", text: message } });
    }
    if (this.reading !== reading) return;
    this.reading = "";
    if (this.isStale && isCurrent()) await this.catchUp(visit);
  }

  /** The round as the server has it; after a lost bet also one that has already ended. */
  private async readRound(): Promise<R | null> {
    const { game, lost } = this;
    const { round: known, notice } = this.table();
    try {
      const round = await serverRound(game, known);
      if (lost === null || lost.sent === null || round?.isOpen === true) return round;
      const record = await findRound(game.id, lost.sent);
      return record === null ? round : game.read(record);
    } catch (thrown) {
      if (notice === null)
        this.change({ notice: { tone: "error", text: asFailure(thrown).message } });
      throw thrown;
    }
  }

  /** Takes over how the server says the table stands. */
  private take(round: R | null): void {
    const { lost } = this;
    const { round: known, notice } = this.table();
    this.lost = null;
    // The server has answered what it could not be asked before.
    if (notice?.tone === "error") this.change({ notice: null });
    if (round === null) this.change({ round });
    else if (round !== known) this.settle(round);
    if (known?.isOpen === true && round?.isOpen === false) {
      this.change({ notice: { tone: "info", text: texts.roundHasEndedMeanwhile } });
      rereadRounds(this.game.id);
    }
    if (lost !== null) {
      const counted = hasCounted(lost, round);
      if (counted) memberSubmitter.forget(lost.order);
      this.change({ notice: outcomeNotice(lost.texts, counted, lost.askedAt) });
      void refreshMember();
    }
    this.change({ phase: "idle" });
  }
}

function hasCounted<R extends StepRound>({ sent, before }: LostMove<R>, now: R | null): boolean {
  if (sent !== null) return now !== null && now.id !== before?.id;
  return stateOf(now) !== stateOf(before);
}

/** What a move changes of a round. */
function stateOf(round: StepRound | null): string {
  return JSON.stringify([round?.record.detail, round?.record.result]);
}

/**
 * The round as the server has it: the open one, or the end of the one that was open here and is no
 * more. What is on the table stays when the server has nothing newer.
 */
async function serverRound<R extends StepRound, Move>(
  game: Game<R, Move>,
  known: R | null,
): Promise<R | null> {
  const params = { path: { game: game.id } };
  const open = (await answer(api.GET("/api/games/{game}/state", { params }))).round;
  if (open) return game.read(open);
  if (known === null || !known.isOpen) return known;
  const path = { path: { id: known.id } };
  return game.read((await answer(api.GET("/api/games/rounds/{id}", { params: path }))).round);
}

function isOutOfTurn(failure: CallFailure): boolean {
  return failure.status === 409 || OUT_OF_TURN.has(failure.error);
}

function movedOn(failure: CallFailure): { notice: GameNotice } {
  const text =
    failure.error === "round_open" ? texts.lastRoundStillOpen : texts.roundChangedElsewhere;
  return { notice: { tone: "info", text } };
}

/**
 * Whether the table shows a round as far as it was pushed, or a later one. Pushes may come after the
 * answer to the next move; a round that ended elsewhere needs not be shown.
 */
function isShown({ id, steps }: RoundUpdate, round: StepRound | null): boolean {
  if (round === null) return steps === null;
  if (round.id !== id)
    return numberOf(id) < numberOf(round.id) || (steps === null && !round.isOpen);
  if (!round.isOpen) return true;
  const { steps: known } = round.record.detail;
  return steps !== null && Array.isArray(known) && known.length >= steps;
}

/** Rounds of a member are numbered in order: "7-12" is the twelfth of member 7. */
function numberOf(id: string): number {
  return Number(id.slice(id.indexOf("-") + 1));
}

/** Calls when a round may have moved while this window was hidden or without a network. */
function followWindow(again: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === "visible") again();
  };
  document.addEventListener("visibilitychange", seen);
  const stop = onOnline(again);
  return () => {
    document.removeEventListener("visibilitychange", seen);
    stop();
  };
}
