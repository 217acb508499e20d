import type { StoreApi } from "zustand";
import { currentBalance, holdBalance } from "@/features/wallet/balance";
import { memberSubmitter } from "@/features/wallet/submitter";
import { prefersReducedMotion } from "@/ui/motion";
import { asFailure } from "@/wire/failure";
import { onLiveState } from "@/wire/socket";
import { hasNoAnswer, type SubmitHeaders } from "@/wire/submit";
import { type AutoPlan, type AutoRun, type AutoWords, stopReason } from "./auto";
import type { BetLimits, CanWin } from "./bet";
import { type BetCall, callGame } from "./bet-call";
import { afterRefusal, type GameNotice } from "./bet-failure";
import { onMemberChange, openingBets } from "./chosen-bet";
import { followRounds } from "./follow-rounds";
import {
  findRound,
  lostBet,
  lostNotice,
  noteBet,
  outcomeNotice,
  type SentBet,
  untilAnswered,
} from "./lost-answer";
import { type GameId, type Round, recordRound } from "./queries";
import * as texts from "./texts/en";

/** An answer that takes longer than this is waited for visibly. */
export const SLOW_MS = 400;

export type Mode = "manual" | "auto";

export const modeOptions: readonly { value: Mode; label: string }[] = [
  { value: "manual", label: texts.manual },
  { value: "auto", label: texts.auto },
];

/** A finished round as any table needs it; games add what they show. */
export type InstantRound = {
  id: string;
  /** Points. */
  staked: number;
  /** Points handed back, stake included. */
  payout: number;
  record: Round;
};

/**
 * The table of a game whose bet is answered with its result. At most one bet is under way: a new
 * one is only taken in phase `idle`. The result is known from the moment of the answer and shown
 * when its animation has ended.
 */
export type TableState<R extends InstantRound> = {
  mode: Mode;
  betText: string;
  /** The member has chosen the bet, so the table no longer opens with its own. */
  hasChosenBet: boolean;
  phase: "idle" | "asking" | "showing";
  /** The answer takes long: the button shows that it is being waited for. */
  isSlow: boolean;
  /** The round whose animation is running. */
  showing: R | null;
  /** The round on show, from this visit. */
  shown: R | null;
  run: AutoRun | null;
  notice: GameNotice | null;
  isShort: boolean;
};

export const idleTable = {
  mode: "manual",
  hasChosenBet: false,
  phase: "idle",
  isSlow: false,
  showing: null,
  shown: null,
  run: null,
  notice: null,
  isShort: false,
} as const;

type Game<R extends InstantRound, Bet, Body> = {
  id: GameId;
  words: AutoWords;
  /** From the start of one round of a run to the start of the next, at least, in milliseconds. */
  autoIntervalMs: number;
  stake: (bet: Bet) => number;
  /** The body of the call that places the bet. */
  body: (bet: Bet) => Body;
  send: (body: Body, headers: SubmitHeaders) => BetCall;
  /** Null for a round of another shape. */
  read: (record: Round) => R | null;
  /** Resolves when the animation has ended. Not called when reduced motion is asked for. */
  show: (round: R) => Promise<void>;
  /** A bet is being sent. */
  onAsk?: () => void;
  /** The bet was refused, or its answer was lost. */
  onRefusal?: () => void;
  /** The server has taken the bet. */
  onTaken?: () => void;
  /** Puts a round on the table without its animation, beside what the state says. */
  restore?: (round: R) => void;
  /** Whether a bet can win, for games with one payout; others can win with every bet. */
  canWin?: CanWin;
};

export type InstantTable<Bet> = {
  /** Places one bet and shows it. Does nothing while another is under way or auto runs. */
  play: (bet: Bet) => Promise<void>;
  /** Places bets one after the other until the plan, the balance, a failure or the member stops it. */
  startAuto: (bet: Bet, plan: AutoPlan) => Promise<void>;
  /** Stops a run at once; a round that is under way is still shown. */
  stopAuto: () => void;
  setBetText: (betText: string) => void;
  /** Switching the mode stops a run. */
  setMode: (mode: Mode) => void;
  dismissShortage: () => void;
  /** The page was opened: it begins with a bet that can be placed. */
  enter: (limits: BetLimits) => void;
  /** Fits the opening bet to the limits in force, unless the member has chosen a bet. */
  setLimits: (limits: BetLimits) => void;
  /** The page was left: auto ends, what is under way finishes unseen. */
  leave: () => void;
};

/** The moves of an instant game over its store. */
export function instantTable<R extends InstantRound, S extends TableState<R>, Bet, Body>(
  store: Pick<StoreApi<S>, "getState" | "setState">,
  game: Game<R, Bet, Body>,
): InstantTable<Bet> {
  const course = new Course(game, store.getState, (part) =>
    store.setState((state) => ({ ...state, ...part })),
  );
  const { change } = course;
  const table = store.getState;
  const opening = openingBets(store, game.canWin);
  // Its next bet would be placed for the next member.
  onMemberChange(() => course.endRun(null));
  return {
    play: async (bet) => {
      if (table().run === null) await course.play(bet);
    },
    startAuto: (bet, plan) => course.startAuto(bet, plan),
    stopAuto: () => {
      const { run } = table();
      if (run !== null) course.endRun(game.words.stopped(run.done));
    },
    setBetText: (betText) => change({ betText, hasChosenBet: true, notice: null }),
    setMode: (mode) => {
      if (table().mode === mode) return;
      course.endRun(null);
      change({ mode, notice: null });
    },
    dismissShortage: () => change({ isShort: false }),
    enter: (limits) => {
      opening.enter(limits);
      course.enter();
    },
    setLimits: opening.setLimits,
    leave: () => course.leave(),
  };
}

/** A bet on its way: its order, what identifies its round, its time, and whether its page is still open. */
type Asked = { order: unknown; sent: SentBet; askedAt: number; isHere: () => boolean };

/** What happens at one table, one bet after the other. */
class Course<R extends InstantRound, Bet, Body> {
  private readonly game: Game<R, Bet, Body>;
  private readonly table: () => TableState<R>;
  readonly change: (part: Partial<TableState<R>>) => void;
  /** Tells runs apart: a stopped run must not go on inside the next one. */
  private run = 0;
  /** Tells visits apart: what was begun in one must not show in the next. */
  private visit = 0;
  private unfollow: () => void = () => undefined;

  constructor(
    game: Game<R, Bet, Body>,
    table: () => TableState<R>,
    change: (part: Partial<TableState<R>>) => void,
  ) {
    this.game = game;
    this.table = table;
    this.change = change;
  }

  enter(): void {
    this.unfollow();
    this.unfollow = followRounds(this.game.id, () => this.table().phase === "idle");
  }

  leave(): void {
    this.visit += 1;
    this.unfollow();
    this.endRun(null);
    this.change({ notice: null, isShort: false, shown: null });
  }

  endRun(reason: string | null): void {
    if (this.table().run === null) return;
    this.run += 1;
    this.change({ run: null, ...(reason !== null && { notice: { tone: "info", text: reason } }) });
  }

  /** One bet from the stake to the shown result. Null when it was refused or its answer was lost. */
  async play(bet: Bet): Promise<R | null> {
    if (this.table().phase !== "idle") return null;
    const { visit, game } = this;
    const body = game.body(bet);
    const asked: Asked = {
      order: { [game.id]: body },
      sent: noteBet(game.id, game.stake(bet)),
      askedAt: performance.now(),
      isHere: () => visit === this.visit,
    };
    this.change({ phase: "asking", notice: null });
    const slow = setTimeout(() => this.change({ isSlow: true }), SLOW_MS);
    const releaseBalance = holdBalance();
    try {
      game.onAsk?.();
      const record = await callGame(asked.order, (headers) => game.send(body, headers));
      clearTimeout(slow);
      return await this.present(record, asked);
    } catch (thrown) {
      game.onRefusal?.();
      const failure = asFailure(thrown);
      if (asked.isHere() && hasNoAnswer(failure)) await this.recover(asked);
      else if (asked.isHere()) this.change(afterRefusal(game.id, failure));
      return null;
    } finally {
      clearTimeout(slow);
      releaseBalance();
      this.change({ phase: "idle", isSlow: false, showing: null });
    }
  }

  async startAuto(bet: Bet, plan: AutoPlan): Promise<void> {
    const { game, table } = this;
    if (table().run !== null || table().phase !== "idle") return;
    this.run += 1;
    const mine = this.run;
    this.change({ run: { plan, done: 0, net: 0 }, notice: null });
    const unwatch = onLiveState((state) => {
      if (state === "offline" && mine === this.run) this.endRun(texts.autoStoppedConnectionWas);
    });
    try {
      while (mine === this.run) {
        const pause = delay(game.autoIntervalMs);
        const round = await this.play(bet);
        const { run } = table();
        if (mine !== this.run || run === null) return;
        if (round === null) return this.endRun(null);
        const next = { ...run, done: run.done + 1, net: run.net + round.payout - round.staked };
        this.change({ run: next });
        const reason = stopReason(next, game.stake(bet), currentBalance(), game.words);
        if (reason !== null) return this.endRun(reason);
        await pause;
      }
    } finally {
      unwatch();
    }
  }

  /** Shows a round that the server has answered with. */
  private async present(record: Round, { isHere }: Asked): Promise<R> {
    const { game } = this;
    game.onTaken?.();
    const round = this.read(record);
    this.change({ isSlow: false, ...(isHere() && { phase: "showing", showing: round }) });
    if (isHere() && !prefersReducedMotion()) await game.show(round);
    if (isHere()) this.change({ shown: round });
    recordRound(game.id, record);
    return round;
  }

  /** Finds out whether a bet without an answer was placed, and shows its round or says so. */
  private async recover({ order, sent, askedAt, isHere }: Asked): Promise<void> {
    const { game } = this;
    this.endRun(null);
    this.change({ isSlow: true, notice: lostNotice(lostBet) });
    try {
      const record = await untilAnswered(() => findRound(game.id, sent), isHere);
      if (record === undefined) return;
      this.change({ notice: outcomeNotice(lostBet, record !== null, askedAt) });
      if (record === null) return;
      memberSubmitter.forget(order);
      game.onTaken?.();
      const round = this.read(record);
      game.restore?.(round);
      this.change({ shown: round });
      recordRound(game.id, record);
    } catch (thrown) {
      this.change({ notice: { tone: "error", text: asFailure(thrown).message } });
    }
  }

  private read(record: Round): R {
    const round = this.game.read(record);
    if (round === null)
      throw new Error(`The server answered a ${this.game.id} bet with another round.`);
    return round;
  }
}

/** Resolves after a time in milliseconds. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
