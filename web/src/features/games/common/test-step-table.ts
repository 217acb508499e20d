import { afterEach, beforeEach, vi } from "vitest";
import { create } from "zustand";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { api } from "@/wire/http";
import { deliver } from "@/wire/socket";
import { delay } from "./instant-table";
import { type LostTexts, lostBet } from "./lost-answer";
import type { Round } from "./queries";
import { readingTable, type StepRound, type StepState, stepTable } from "./step-table";

export type Move = { kind: "start"; bet: number } | { kind: "reveal"; tile: number };
export type Shown = StepRound & { picks: number };

export const SHOW_MS = 200;
export const RESULT_MS = 2_000;
export const limits = { minBet: 1, maxBet: 100 };

const lostPick: LostTexts = {
  checking: "Checking whether the pick counted",
  counted: "The pick counted",
  notCounted: "The pick did not count",
};

export const useTable = create<StepState<Shown, Move>>(() => ({
  ...readingTable,
  betText: "10",
  hasChosenBet: false,
}));
export const game = stepTable(useTable, {
  id: "mines",
  stakeOf: (move: Move) => (move.kind === "start" ? move.bet : null),
  send: (move, headers) =>
    move.kind === "start"
      ? api.POST("/api/games/mines/start", { body: { bet: move.bet, mines: 3 }, headers })
      : api.POST("/api/games/mines/reveal", { body: { tile: move.tile }, headers }),
  lostTextsOf: ({ kind }) => (kind === "start" ? lostBet : lostPick),
  read: (record): Shown | null => {
    const { picks } = record.detail;
    if (typeof picks !== "number") return null;
    const { id, staked, payout, result } = record;
    return { id, staked, payout, record, picks, isOpen: result === null };
  },
  show: () => delay(SHOW_MS),
  resultMs: RESULT_MS,
});
export const table = useTable.getState;

/** The server: at most one round, which ends with its third pick. */
export const server = { points: 100, seq: 0, round: null as Round | null, history: [] as Round[] };
export const fetched = vi.fn<(request: Request) => Promise<Response>>();

export function roundWith(part: Partial<Round>): Round {
  return {
    id: "7-1",
    game: "mines",
    pairId: "p1",
    nonce: 0,
    createdAt: "2025-11-21T10:00:00Z",
    staked: 10,
    payout: 0,
    result: null,
    rulesHash: "h",
    params: { bet: 10, mines: 3 },
    detail: { picks: 0 },
    ...part,
  };
}

export const refusal = (status: number, error: string, message = error) =>
  jsonAnswer({ success: false, error, message }, status);

export async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const open = server.round?.result === null ? server.round : null;
  if (pathname.endsWith("/state")) return jsonAnswer({ success: true, round: open });
  if (pathname.includes("/rounds/"))
    return jsonAnswer({ success: true, round: server.round, proof: {} });
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history: server.history });
  if (pathname.endsWith("/start")) {
    if (open !== null) return refusal(409, "round_open");
    server.points -= 10;
    server.round = roundWith({});
  } else if (pathname.endsWith("/reveal")) {
    if (open === null) return refusal(409, "round_over");
    const picks = Number(open.detail.picks) + 1;
    server.round = roundWith(
      picks < 3 ? { detail: { picks } } : { detail: { picks }, payout: 30, result: "win" },
    );
    if (picks === 3) server.points += 30;
  } else return jsonAnswer({ success: true });
  server.seq += 1;
  return jsonAnswer({
    success: true,
    round: server.round,
    balance: server.points,
    seq: server.seq,
  });
}

export const calls = (path: string) =>
  fetched.mock.calls.filter(([request]) => new URL(request.url).pathname.endsWith(path));
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
export const start = () => game.make({ kind: "start", bet: 10 });
export const reveal = (tile = 0) => game.make({ kind: "reveal", tile });
export const lost = () => Promise.reject(new TypeError("Failed to fetch"));

export const push = (round: { id?: string; steps: number | null }) =>
  deliver("roundUpdated", { gameId: "mines", id: "7-1", ...round });

export async function enter(): Promise<void> {
  game.enter(limits);
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { points: 100, seq: 0, round: null, history: [] });
  closeWallet();
  openWallet("7", 100);
  fetched.mockReset().mockImplementation(serve);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(async () => {
  game.leave();
  await pass(10_000);
  useTable.setState({
    ...readingTable,
    betText: "10",
    hasChosenBet: false,
  });
  vi.useRealTimers();
});
