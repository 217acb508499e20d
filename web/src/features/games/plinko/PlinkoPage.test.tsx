import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/features/session/store";
import { closeWallet, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { PlinkoPage } from "./PlinkoPage";
import published from "./published.json";
import { FALL_MS, plinkoTable, usePlinkoTable } from "./table";

let bets: unknown[] = [];
let isDisabled = false;
let hasRules = true;
let history: unknown[] = [];

/** The server's side: every ball goes to the right at every peg. */
async function server(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/rules")) {
    if (!hasRules) return jsonAnswer({ success: false, error: "busy", message: "Busy" }, 503);
    const plinko = { rulesHash: "h", table: published };
    return jsonAnswer({ success: true, rulesHash: "x", games: { plinko } });
  }
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history });
  if (pathname.endsWith("/game-maintenance-status/plinko"))
    return jsonAnswer({ success: true, disabled: isDisabled, pausedUntil: null });
  if (!pathname.endsWith("/bet"))
    return jsonAnswer({ success: false, error: "not_found", message: "Not here" }, 404);
  const params: { bet: number; rows: number } = JSON.parse(await request.clone().text());
  bets.push(params);
  const payout = params.bet * 13;
  const round = {
    id: `r${bets.length}`,
    game: "plinko",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked: params.bet,
    payout,
    result: "win",
    params,
    detail: { path: "R".repeat(params.rows), bucket: params.rows, multiplier: "13.00", payout },
    rulesHash: "h",
  };
  history = [round, ...history];
  return jsonAnswer({ success: true, round, balance: 100 + payout, seq: bets.length });
}

beforeEach(() => {
  bets = [];
  isDisabled = false;
  hasRules = true;
  history = [];
  stubFetch(vi.fn(server));
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  closeWallet();
  openWallet("7", 100);
  useSession.setState({ status: "member", token: "t", member: sampleMember });
  plinkoTable.setMode("manual");
  plinkoTable.setBetText("10");
  usePlinkoTable.setState({ rows: 8, risk: "medium", turbo: false });
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(Element.prototype, "animate");
});

const drop = () => screen.getByRole("button", { name: "Drop a ball" });
const buckets = () => screen.getByRole("slider", { name: "Buckets" });
const betField = () => screen.getByRole("textbox", { name: "Bet amount" });
const board = () => document.querySelector<HTMLElement>("[data-part=board]");

async function typeBet(text: string) {
  await userEvent.clear(betField());
  await userEvent.type(betField(), text);
}

/** Records the animations that are started; the environment has none of its own. */
function recordAnimations() {
  const animate = vi.fn<Element["animate"]>(() => ({ cancel: () => undefined }) as Animation);
  Object.defineProperty(Element.prototype, "animate", { value: animate, configurable: true });
  return animate;
}

describe("the buckets", () => {
  it("state their multipliers from edge to edge", () => {
    renderPage(<PlinkoPage />);
    const list = within(buckets()).getAllByRole("listitem", { hidden: true });
    expect(list.map((bucket) => bucket.firstChild?.firstChild?.textContent)).toEqual([
      "13",
      "3",
      "1.3",
      "0.7",
      "0.4",
      "0.7",
      "1.3",
      "3",
      "13",
    ]);
  });

  it("state chance and payout at the bet by focus, one key after the other", async () => {
    renderPage(<PlinkoPage />);
    await typeBet("20");
    act(() => buckets().focus());
    expect(buckets()).toHaveAttribute(
      "aria-valuetext",
      expect.stringMatching(/^Bucket 5 of 9: 0\.4×/),
    );
    await userEvent.keyboard("{End}");
    const words = "Bucket 9 of 9: 13×, returns 260, 0.3906%, 1 in 256";
    expect(buckets()).toHaveAttribute("aria-valuetext", words);
    expect(screen.getByText("returns 260")).toBeVisible();
    expect(screen.getByText("0.3906%")).toBeVisible();
    expect(screen.getByText("1 in 256")).toBeVisible();
    await userEvent.keyboard("{ArrowLeft}");
    expect(screen.getByText("3.125%")).toBeVisible();
    expect(screen.getByText("returns 60")).toBeVisible();
    act(() => buckets().blur());
    expect(screen.queryByText("3.125%")).toBeNull();
  });

  it("state them under the pointer", () => {
    renderPage(<PlinkoPage />);
    vi.spyOn(buckets(), "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 90, 48));
    fireEvent(buckets(), new MouseEvent("pointermove", { bubbles: true, clientX: 4 }));
    expect(screen.getByText("returns 130")).toBeVisible();
    fireEvent(buckets(), new MouseEvent("pointerdown", { bubbles: true, clientX: 14 }));
    expect(screen.getByText("returns 30")).toBeVisible();
    fireEvent(
      buckets(),
      new MouseEvent("pointerout", { bubbles: true, relatedTarget: document.body }),
    );
    expect(screen.queryByText("returns 30")).toBeNull();
  });

  it("are those of the chosen rows and risk", async () => {
    renderPage(<PlinkoPage />);
    await userEvent.click(screen.getByRole("radio", { name: "High" }));
    act(() => screen.getByRole("slider", { name: "Rows" }).focus());
    await userEvent.keyboard("{End}");
    act(() => buckets().focus());
    await userEvent.keyboard("{Home}");
    expect(buckets()).toHaveAttribute(
      "aria-valuetext",
      "Bucket 1 of 17: 1,000×, returns 10,000, 0.00152588%, 1 in 65,536",
    );
  });
});

describe("the plinko page", () => {
  it("states the exact return of the bet, the same at every stake", async () => {
    renderPage(<PlinkoPage />);
    expect(screen.getByText("98.906%")).toBeVisible();
    await typeBet("100");
    expect(screen.getByText("98.906%")).toBeVisible();
    expect(screen.getByText("13×")).toBeVisible();
  });

  it.each([
    ["15", "Bets go up in steps of 10"],
    ["5", "The smallest bet is 10"],
    ["110", "The largest bet is 100"],
  ])("takes no bet of %s: %s", async (text, problem) => {
    renderPage(<PlinkoPage />);
    await typeBet(text);
    expect(screen.getByText(problem)).toBeVisible();
    expect(drop()).toBeDisabled();
  });

  it("drops a ball with the space key, also from the buckets, and says the result", async () => {
    renderPage(<PlinkoPage />);
    act(() => buckets().focus());
    await userEvent.keyboard(" ");
    await expect.poll(() => bets).toEqual([{ bet: 10, rows: 8, risk: "medium" }]);
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("13×, +120"));
    expect(shownBalance()).toBe(230);
  });

  it("toggles turbo with its key", async () => {
    renderPage(<PlinkoPage />);
    await userEvent.keyboard("t");
    expect(screen.getByRole("button", { name: "Turbo" })).toHaveAttribute("aria-pressed", "true");
    await typeBet("10t");
    expect(screen.getByRole("button", { name: "Turbo" })).toHaveAttribute("aria-pressed", "true");
  });

  it("states no odds and no multipliers when they could not be loaded", async () => {
    hasRules = false;
    renderPage(<PlinkoPage />);
    expect(await screen.findAllByText("The odds could not be loaded.")).not.toHaveLength(0);
    expect(screen.queryByRole("slider", { name: "Buckets" })).toBeNull();
    expect(screen.queryByText("98.906%")).toBeNull();
  });

  it("takes no bets in maintenance", async () => {
    isDisabled = true;
    renderPage(<PlinkoPage />);
    await waitFor(() => expect(drop()).toBeDisabled());
  });
});

describe("a ball", () => {
  it("is in its bucket at once with reduced motion", async () => {
    const animate = recordAnimations();
    renderPage(<PlinkoPage />);
    await userEvent.click(drop());
    await waitFor(() =>
      expect(board()?.querySelectorAll("span[style*=transform]")).toHaveLength(1),
    );
    expect(animate).not.toHaveBeenCalled();
  });

  it("falls in one animation of transforms, and shows nothing of its result before it lands", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    const animate = recordAnimations();
    renderPage(<PlinkoPage />);
    fireEvent.click(drop());
    await waitFor(() => expect(animate).toHaveBeenCalledTimes(1));
    const [frames, timing] = animate.mock.lastCall ?? [];
    expect(timing).toMatchObject({ duration: FALL_MS });
    if (!Array.isArray(frames)) throw new Error("The animation has no list of keyframes.");
    for (const frame of frames) expect(Object.keys(frame)).toEqual(["transform", "offset"]);
    expect(await screen.findByText("Your last 15 balls will appear here.")).toBeVisible();
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
    expect(shownBalance()).toBe(100);
    expect(screen.getByRole("slider", { name: "Rows" })).toHaveAttribute("aria-disabled", "true");
    await act(() => vi.advanceTimersByTimeAsync(FALL_MS));
    expect(screen.getByRole("status")).toHaveTextContent("13×, +120");
    expect(screen.getByRole("button", { name: /^13×, 130 of 10 returned/ })).toBeVisible();
    expect(shownBalance()).toBe(230);
  });
});
