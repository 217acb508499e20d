import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useMuted } from "@/data/mute";
import { useSession } from "@/features/session/store";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { SlotPage } from "./SlotPage";
import vectors from "./slot-vectors.json";
import { slotTable, useSlotTable } from "./table";
import type { openReels } from "./view/open-reels";

type Open = typeof openReels;
const opened = vi.hoisted(() => vi.fn<Open>());
vi.mock("./view/open-reels", () => ({ openReels: opened }));

const reels = () => ({
  canvas: document.createElement("canvas"),
  resize: vi.fn<() => void>(),
  refresh: vi.fn<() => void>(),
  close: vi.fn<() => void>(),
});
const fetched = vi.fn<(request: Request) => Promise<Response>>();
const spin = () => screen.getByRole("button", { name: "Spin" });

/** The server's side of a page and of one spin. */
async function served(request: Request): Promise<Response> {
  if (request.url.endsWith("/rules"))
    return jsonAnswer({ success: true, rulesHash: "x", games: {} });
  if (request.url.includes("/history")) return jsonAnswer({ success: true, history: [], total: 0 });
  if (request.url.includes("maintenance-status"))
    return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
  if (!request.url.endsWith("/bet")) return jsonAnswer({ success: false }, 500);
  const { bet }: { bet: number } = JSON.parse(await request.clone().text());
  const drawn = vectors.find(({ expect: told }) => told.bones.length === 3);
  const payout = Math.floor(bet * Number(drawn?.expect.multiplier));
  const round = {
    id: "r1",
    game: "slot",
    pairId: "p",
    nonce: 1,
    createdAt: "2025-11-21T10:00:00Z",
    staked: bet,
    payout,
    result: "win",
    params: { bet },
    detail: { ...drawn?.expect, payout },
    rulesHash: "h",
  };
  return jsonAnswer({ success: true, round, balance: 1_000 - bet + payout, seq: 5 });
}

function enter(points = 1_000) {
  closeWallet();
  openWallet("7", points);
  useSession.setState({ status: "member", token: "t", member: { ...sampleMember, points } });
  return renderPage(<SlotPage />);
}

beforeEach(() => {
  opened.mockReset().mockImplementation(async () => reels());
  fetched.mockReset().mockImplementation(served);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
  useSlotTable.setState({ betText: "10", hasChosenBet: false, turbo: false, mode: "manual" });
});

afterEach(() => {
  slotTable.leave();
});

describe("loading", () => {
  it("shows how far it is, and takes no bet before the reels stand", async () => {
    const waiting: (() => void)[] = [];
    opened.mockImplementation(async ({ onProgress }) => {
      onProgress(0.5);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return reels();
    });
    enter();
    const bar = await screen.findByRole("progressbar", { name: "Loading the reels" });
    await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "70"));
    expect(spin()).toBeDisabled();
    await act(async () => waiting[0]?.());
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(spin()).toBeEnabled();
  });

  it("that fails says so and offers to refresh; there is nothing to bet on", async () => {
    opened.mockRejectedValue(new Error("This browser has no WebGL."));
    enter();
    expect(await screen.findByText("Failed to load game. Please refresh.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Refresh" })).toBeEnabled();
    expect(spin()).toBeDisabled();
  });

  it("that failed stays failed, whatever still arrives of it", async () => {
    const late: ((part: number) => void)[] = [];
    opened.mockImplementation(async ({ onProgress }) => {
      late.push(onProgress);
      throw new Error("A drawing is missing.");
    });
    enter();
    await screen.findByText("Failed to load game. Please refresh.");
    act(() => late[0]?.(0.8));
    expect(screen.getByText("Failed to load game. Please refresh.")).toBeVisible();
  });

  it("starts over when the graphics card takes the picture away, but not for ever", async () => {
    const made: ReturnType<typeof reels>[] = [];
    const losses: (() => void)[] = [];
    opened.mockImplementation(async ({ onLost }) => {
      losses.push(onLost);
      const one = reels();
      made.push(one);
      return one;
    });
    enter();
    for (let time = 1; time <= 4; time += 1) {
      await waitFor(() => expect(made).toHaveLength(time));
      await waitFor(() => expect(spin()).toBeEnabled());
      act(() => losses.at(-1)?.());
      if (time < 4) expect(made.at(-1)?.close).toHaveBeenCalledOnce();
    }
    expect(await screen.findByText("Failed to load game. Please refresh.")).toBeVisible();
    expect(made).toHaveLength(4);
  });
});

describe("playing", () => {
  it("spins with the button and tells the result and the board in words", async () => {
    enter();
    await waitFor(() => expect(spin()).toBeEnabled());
    await userEvent.click(spin());
    const drawn = vectors.find(({ expect: told }) => told.bones.length === 3);
    const sum = `${drawn?.expect.bones.map((bone) => bone.value).join(" + ")} = ${drawn?.expect.multiplier}x`;
    await waitFor(() => expect(screen.getByText(new RegExp(`^3 bones: `))).toHaveTextContent(sum));
    const bone = drawn?.expect.bones[0]?.value ?? "";
    expect(screen.getAllByText(new RegExp(`bone ${bone}x`))).not.toHaveLength(0);
  });

  it("offers only the steps that the balance covers", async () => {
    useSlotTable.setState({ hasChosenBet: true });
    enter(22);
    await waitFor(() => expect(spin()).toBeEnabled());
    await userEvent.click(screen.getByRole("button", { name: "Higher bet" }));
    expect(useSlotTable.getState().betText).toBe("20");
    expect(screen.getByRole("button", { name: "Higher bet" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: /^Bet amount/ }));
    const offered = screen.getAllByRole("menuitemradio");
    expect(offered.map((item) => item.textContent)).toEqual([
      "1",
      "2",
      "5",
      "10",
      "20",
      "25",
      "50",
      "100",
    ]);
    const off = offered.filter((item) => item.hasAttribute("data-disabled"));
    expect(off.map((item) => item.textContent)).toEqual(["25", "50", "100"]);
  });

  it("says the exact odds of the bet, and when a win only returns the stake", async () => {
    enter();
    expect(screen.getByText("96.37%")).toBeVisible();
    expect(screen.getByText("31.32%")).toBeVisible();
    expect(screen.getByText("12 to 1,000 points")).toBeVisible();
    act(() => slotTable.setBetText("1"));
    expect(screen.getByText("86.49%")).toBeVisible();
    expect(screen.getByText("A win up to 1.80x only returns your stake at this bet")).toBeVisible();
  });

  it("listens to T, A and M", async () => {
    enter();
    await waitFor(() => expect(spin()).toBeEnabled());
    fireEvent.keyDown(document.body, { key: "t" });
    expect(screen.getByRole("button", { name: "Turbo" })).toHaveAttribute("aria-pressed", "true");
    fireEvent.keyDown(document.body, { key: "a" });
    expect(screen.getByLabelText("Number of spins")).toBeVisible();
    expect(screen.getByRole("button", { name: "Start auto" })).toBeEnabled();
    fireEvent.keyDown(document.body, { key: "m" });
    expect(useMuted.getState()).toBe(true);
    expect(localStorage.getItem("pointhouse.slot.muted")).toBe("1");
    fireEvent.keyDown(document.body, { key: "m" });
    expect(useMuted.getState()).toBe(false);
  });

  it("opens a paytable with tiers, chances and the return of the bet", async () => {
    enter();
    await userEvent.click(screen.getByRole("button", { name: "Paytable and rules" }));
    const paytable = await screen.findByRole("dialog", { name: "Paytable" });
    expect(paytable).toHaveTextContent("Other symbols never pay");
    const rows = within(paytable).getAllByRole("row");
    expect(rows).toHaveLength(6);
    expect(rows[1]).toHaveTextContent("30x to 100x");
    expect(rows[4]).toHaveTextContent("25.00%");
    expect(rows[5]).toHaveTextContent("68.68%");
    expect(paytable).toHaveTextContent("96.37%");
  });

  it.each(["press", "key"])(
    "spins with Space after Escape has closed the paytable; opened by a %s",
    async (way) => {
      enter();
      await waitFor(() => expect(spin()).toBeEnabled());
      const button = screen.getByRole("button", { name: "Paytable and rules" });
      if (way === "press") await userEvent.click(button);
      else {
        act(() => button.focus());
        await userEvent.keyboard(" ");
      }
      await screen.findByRole("dialog", { name: "Paytable" });
      await userEvent.keyboard("{Escape}");
      await waitFor(() => expect(spin()).toHaveFocus());
      await userEvent.keyboard(" ");
      await screen.findByText(/^3 bones: /);
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );
});
