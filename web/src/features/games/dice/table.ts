import { create } from "zustand";
import { refreshMember } from "@/features/session/actions";
import { currentBalance, holdBalance, recordBalance } from "@/features/wallet/balance";
import { prefersReducedMotion } from "@/ui/motion";
import { asFailure, type CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { sendMoney } from "@/wire/money";
import { onLiveState } from "@/wire/socket";
import { recheckAvailability } from "../common/availability";
import { recordRound, rereadRounds } from "../common/queries";
import { AUTO_INTERVAL_MS, type AutoPlan, type AutoRun, stopReason } from "./auto";
import {
  type DiceBet,
  type DiceRound,
  type Direction,
  mirroredTarget,
  readDiceRound,
} from "./model";

/** How long the pointer runs to its result (specification 2, point 9). */
export const ROLL_MS = 500;

export type Mode = "manual" | "auto";
export type DiceNotice = { tone: "info" | "error"; text: string };

/**
 * The dice table of this window. At most one bet is under way: a new one is only taken in phase
 * `idle`. The result is known from the moment of the answer and shown when the pointer has arrived.
 */
type DiceTable = {
  mode: Mode;
  betText: string;
  target: number;
  direction: Direction;
  phase: "idle" | "asking" | "rolling";
  /** The round whose pointer is running. */
  rolling: DiceRound | null;
  /** The round on show, from this visit. */
  shown: DiceRound | null;
  run: AutoRun | null;
  notice: DiceNotice | null;
  isShort: boolean;
};

const fresh: DiceTable = {
  mode: "manual",
  betText: "10",
  target: 50,
  direction: "under",
  phase: "idle",
  rolling: null,
  shown: null,
  run: null,
  notice: null,
  isShort: false,
};

export const useDiceTable = create<DiceTable>(() => fresh);

const table = useDiceTable.getState;
const change = (part: Partial<DiceTable>) => useDiceTable.setState(part);

/** Tells runs apart: a stopped run must not wake up inside the next one. */
let runNumber = 0;

export function setBetText(betText: string): void {
  change({ betText, notice: null });
}

export function setTarget(target: number): void {
  change({ target });
}

/** Changes the side and mirrors the target, so that the chance stays the same. */
export function setDirection(direction: Direction): void {
  const { direction: before, target } = table();
  if (before !== direction) change({ direction, target: mirroredTarget(target) });
}

/** Switching the mode stops a run. */
export function setMode(mode: Mode): void {
  if (table().mode === mode) return;
  endRun(null);
  change({ mode, notice: null });
}

export function dismissShortage(): void {
  change({ isShort: false });
}

/** Places one bet and shows its roll. Does nothing while another bet is under way or auto runs. */
export async function roll(bet: number): Promise<void> {
  if (table().run !== null) return;
  await play(bet);
}

/** Places bets one after the other until the plan, the balance, a failure or the member stops them. */
export async function startAuto(bet: number, plan: AutoPlan): Promise<void> {
  if (table().run !== null || table().phase !== "idle") return;
  runNumber += 1;
  const mine = runNumber;
  change({ run: { plan, done: 0, net: 0 }, notice: null });
  const unwatch = onLiveState((state) => {
    if (state === "offline" && mine === runNumber) endRun("Auto stopped: the connection was lost.");
  });
  try {
    while (mine === runNumber) {
      const pause = delay(AUTO_INTERVAL_MS);
      const round = await play(bet);
      const { run } = table();
      if (mine !== runNumber || run === null) return;
      if (round === null) return endRun(null);
      const next = { ...run, done: run.done + 1, net: run.net + round.payout - round.bet };
      change({ run: next });
      const reason = stopReason(next, bet, currentBalance());
      if (reason !== null) return endRun(reason);
      await pause;
    }
  } finally {
    unwatch();
  }
}

/** Stops a run at once; a roll that is under way is still shown. */
export function stopAuto(): void {
  const { run } = table();
  if (run !== null) endRun(`Auto stopped after ${run.done} ${run.done === 1 ? "roll" : "rolls"}.`);
}

/** The page was left: auto ends, what is under way finishes unseen. */
export function leaveTable(): void {
  endRun(null);
  change({ notice: null, isShort: false, shown: null });
}

function endRun(reason: string | null): void {
  if (table().run === null) return;
  runNumber += 1;
  change({ run: null, ...(reason !== null && { notice: { tone: "info", text: reason } }) });
}

/** One bet from the stake to the shown result. Null when it was refused or its answer was lost. */
async function play(bet: number): Promise<DiceRound | null> {
  const { phase, target, direction } = table();
  if (phase !== "idle") return null;
  change({ phase: "asking", notice: null });
  const releaseBalance = holdBalance();
  try {
    const round = await place({ bet, target, direction });
    change({ phase: "rolling", rolling: round });
    if (!prefersReducedMotion()) await delay(ROLL_MS);
    change({ shown: round });
    recordRound("dice", round.record);
    return round;
  } catch (thrown) {
    showFailure(asFailure(thrown));
    return null;
  } finally {
    releaseBalance();
    change({ phase: "idle", rolling: null });
  }
}

async function place(body: DiceBet): Promise<DiceRound> {
  const { round, balance, seq } = await sendMoney((key) =>
    answer(
      api.POST("/api/games/dice/bet", {
        body,
        headers: { "Idempotency-Key": key },
      }),
    ),
  );
  recordBalance({ balance, seq });
  const read = readDiceRound(round);
  if (read === null) throw new Error("The server answered a dice bet with another kind of round.");
  return read;
}

/** Says why a bet was not played, where the catalogue of the specification names the place. */
function showFailure(failure: CallFailure): void {
  if (failure.status === 400 && failure.message.includes("Insufficient points")) {
    change({ isShort: true });
    void refreshMember();
    return;
  }
  if (failure.error === "game_disabled" || failure.error === "game_paused") {
    recheckAvailability("dice");
  }
  if (failure.isLost) {
    // Asked twice without an answer: the bet may stand. The server's list is the truth.
    rereadRounds("dice");
    void refreshMember();
    change({
      notice: {
        tone: "error",
        text: "Connection lost. If the bet was taken, it shows in your rolls and your balance once you are back online.",
      },
    });
    return;
  }
  change({ notice: { tone: "error", text: failure.message } });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
