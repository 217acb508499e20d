import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import type { Round } from "../common/queries";
import { BlackjackPage } from "./BlackjackPage";
import { blackjackTable, useBlackjackTable } from "./table";

// Looking buttons up by their names takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const fetched = vi.fn<(request: Request) => Promise<Response>>();
/** What the next moves are answered with, by the end of their path. */
let answers: Record<string, Round>;
let open: Round | null;
let points: number;
let seq: number;

function record(part: Partial<Round>): Round {
  return {
    id: "r1",
    game: "blackjack",
    pairId: "p1",
    nonce: 0,
    createdAt: "2025-11-21T10:00:00Z",
    staked: 10,
    payout: 0,
    result: null,
    rulesHash: "h",
    params: { bet: 10 },
    detail: {},
    ...part,
  };
}

function opened(player: string[], up: string, phase = "play", insurance = 0): Round {
  const moves = player.length === 2 ? ["hit", "stand", "double"] : ["hit", "stand"];
  const actions = phase === "insurance" ? ["insure", "decline"] : moves;
  const staked = 10 + insurance;
  const detail = { phase, player, dealer: [up], insurance, staked, actions };
  return record({ staked, detail });
}

function ended(
  player: string[],
  dealer: string[],
  outcome: string,
  money: { staked?: number; payout: number; insurance?: number; insurance_return?: number },
): Round {
  const { staked = 10, payout, insurance = 0, insurance_return = 0 } = money;
  const main_return = payout - insurance_return;
  const detail = { phase: "done", player, dealer, outcome, staked, insurance, insurance_return };
  const result = payout > staked ? "win" : payout === staked ? "push" : "loss";
  return record({ staked, payout, result, detail: { ...detail, main_return } });
}

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/rules")) return jsonAnswer({ success: true, rulesHash: "x", games: {} });
  if (pathname.endsWith("/state")) return jsonAnswer({ success: true, round: open });
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history: [] });
  const round = answers[pathname.split("/").at(-1) ?? ""];
  if (pathname.includes("maintenance-status"))
    return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
  if (round === undefined)
    return jsonAnswer({ success: false, error: "not_found", message: "Not found" }, 404);
  seq += 1;
  return jsonAnswer({ success: true, round, balance: points, seq });
}

const calls = (path: string) =>
  fetched.mock.calls.filter(([request]) => new URL(request.url).pathname.endsWith(path));
const button = (name: RegExp | string) => screen.findByRole("button", { name });

async function openPage() {
  renderPage(<BlackjackPage />);
  await waitFor(() => expect(useBlackjackTable.getState().phase).toBe("idle"));
}

beforeEach(() => {
  answers = {};
  open = null;
  points = 100;
  seq = 0;
  closeWallet();
  openWallet("7", 100);
  act(() => {
    blackjackTable.leave();
    blackjackTable.setBetText("10");
  });
  fetched.mockReset().mockImplementation(serve);
  stubFetch(fetched);
  // Results are shown at once: what is tested is what they lead to.
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduce"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

describe("the table", () => {
  it("states its rules and what the bet returns on average", async () => {
    const user = userEvent.setup();
    await openPage();
    expect(screen.getByText(/The dealer stands on all 17.*No split/)).toBeInTheDocument();
    expect(screen.getByText("Best play returns").nextSibling).toHaveTextContent("99.667%");
    const field = screen.getByLabelText("Bet amount");
    await user.clear(field);
    await user.type(field, "5");
    expect(screen.getByText("Best play returns").nextSibling).toHaveTextContent("99.202%");
    expect(screen.getByText("A natural returns").nextSibling).toHaveTextContent("12");
  });

  it("shows the chart with the hand in play", async () => {
    open = opened(["AS", "7D"], "KC");
    const user = userEvent.setup();
    await openPage();
    await user.click(await button("Strategy"));
    // The chart is a file of its own, loaded when it is opened for the first time.
    const here = await screen.findByText("(your hand)");
    expect(here.closest("td")).toHaveTextContent("H (your hand)");
  });
});

describe("a round", () => {
  it("is played with single keys, hidden card last", async () => {
    answers = {
      deal: opened(["7S", "AD"], "JC"),
      hit: opened(["7S", "AD", "QH"], "JC"),
      stand: ended(["7S", "AD", "QH"], ["JC", "5D", "KH"], "win", { payout: 20 }),
    };
    points = 90;
    const user = userEvent.setup();
    await openPage();
    await user.keyboard("{Enter}");
    expect(
      await screen.findByLabelText("Dealer: jack of clubs, one card face down; 10"),
    ).toBeInTheDocument();
    expect(
      screen.getByLabelText("You: seven of spades, ace of diamonds; soft 18"),
    ).toBeInTheDocument();
    await user.keyboard("h");
    expect(await screen.findByText(/You got the queen of hearts. You have 18/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Double" })).toBeDisabled();
    expect(screen.getByText("Doubling is for the first two cards.")).toBeInTheDocument();
    await user.keyboard("d");
    await user.keyboard("s");
    expect(
      await screen.findByText("You win: you have 18, dealer 25, plus 10 points. Dealer busts."),
    ).toBeInTheDocument();
    expect(calls("/double")).toHaveLength(0);
    expect(await button("Deal again")).toHaveFocus();
  });

  it("sends nothing twice when keys are struck twice", async () => {
    open = opened(["7S", "6D"], "JC");
    answers = { hit: opened(["7S", "6D", "2H"], "JC") };
    const waiting: (() => void)[] = [];
    fetched.mockImplementation(async (request) => {
      if (request.url.endsWith("/hit")) await new Promise<void>((resolve) => waiting.push(resolve));
      return serve(request);
    });
    const user = userEvent.setup();
    await openPage();
    await user.keyboard("hhs");
    await act(async () => waiting.forEach((go) => go()));
    expect(await screen.findByText(/You got the two of hearts/)).toBeInTheDocument();
    expect(calls("/hit")).toHaveLength(1);
    expect(calls("/stand")).toHaveLength(0);
  });

  it("says why it cannot be doubled", async () => {
    closeWallet();
    openWallet("7", 4);
    open = opened(["5S", "6D"], "JC");
    const user = userEvent.setup();
    await openPage();
    expect(await button(/^Double/)).toBeDisabled();
    expect(
      screen.getByText("Doubling takes 10 more points than your bet; you have 4."),
    ).toBeInTheDocument();
    await user.keyboard("d");
    expect(screen.getByRole("button", { name: "Hit" })).toBeEnabled();
  });

  it("shows what a doubled hand lost", async () => {
    open = opened(["TS", "6D"], "9H");
    answers = {
      double: ended(["TS", "6D", "8H"], ["9H", "QS"], "bust", { staked: 20, payout: 0 }),
    };
    const user = userEvent.setup();
    await openPage();
    await user.keyboard("d");
    expect(
      await screen.findByText("Bust: you have 24, dealer 19, minus 20 points. Doubled."),
    ).toBeInTheDocument();
  });
});

describe("insurance", () => {
  it("is offered with its price and its odds, and must be answered", async () => {
    open = opened(["TS", "8D"], "AH", "insurance");
    answers = {
      insurance: ended(["TS", "8D"], ["AH", "KC"], "dealer_blackjack", {
        staked: 15,
        payout: 15,
        insurance: 5,
        insurance_return: 15,
      }),
    };
    const user = userEvent.setup();
    await openPage();
    expect(screen.getByText("Insurance for 5 points?")).toBeInTheDocument();
    expect(screen.getByText("91.84%")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Hit" })).toBeNull();
    await user.keyboard("h");
    await user.keyboard("i");
    expect(
      await screen.findByText(/Dealer has blackjack: .*no points won or lost/),
    ).toBeInTheDocument();
    expect(calls("/hit")).toHaveLength(0);
    const [call] = calls("/insurance");
    expect(await call?.[0].clone().json()).toEqual({ accept: true });
  });

  it("can be declined", async () => {
    open = opened(["9S", "8D"], "AH", "insurance");
    answers = { insurance: opened(["9S", "8D"], "AH") };
    const user = userEvent.setup();
    await openPage();
    expect(screen.getByText("97.96%")).toBeInTheDocument();
    await user.keyboard("n");
    expect(await button("Hit")).toBeEnabled();
    const [call] = calls("/insurance");
    expect(await call?.[0].clone().json()).toEqual({ accept: false });
  });
});
