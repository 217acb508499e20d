import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/features/session/store";
import { closeWallet, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { KenoPage } from "./KenoPage";
import { clearPicks, kenoTable, setRandomCount, setRisk } from "./table";

let bets: unknown[] = [];

/** The server's side: the numbers 1 to 10 are drawn. */
async function server(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/rules")) return jsonAnswer({ success: true, rulesHash: "x", games: {} });
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history: [] });
  if (pathname.endsWith("/game-maintenance-status/keno"))
    return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
  if (!pathname.endsWith("/bet"))
    return jsonAnswer({ success: false, error: "not_found", message: "Not here" }, 404);
  const params: { bet: number; picks: number[] } = JSON.parse(await request.clone().text());
  bets.push(params);
  const hits = params.picks.filter((pick) => pick <= 10).length;
  const round = {
    id: "r1",
    game: "keno",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked: params.bet,
    payout: 20,
    result: "win",
    params,
    detail: { drawn: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], hits, multiplier: "2.00", payout: 20 },
  };
  return jsonAnswer({ success: true, round, balance: 110, seq: 5 });
}

beforeEach(() => {
  bets = [];
  stubFetch(vi.fn(server));
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  closeWallet();
  openWallet("7", 100);
  useSession.setState({ status: "member", token: "t", member: sampleMember });
  kenoTable.setMode("manual");
  kenoTable.setBetText("10");
  setRisk("medium");
  setRandomCount(10);
  clearPicks();
});

const number = (name: string) => screen.getByRole("button", { name });
const payouts = () => within(screen.getByRole("list", { name: "What hits pay" }));

describe("the keno page", () => {
  it("plays from one number on", async () => {
    renderPage(<KenoPage />);
    expect(screen.getByRole("button", { name: "Pick a number first" })).toBeDisabled();
    await userEvent.click(number("7"));
    expect(number("7")).toHaveAttribute("aria-pressed", "true");
    expect(screen.getByRole("button", { name: "Play" })).toBeEnabled();
    expect(payouts().getAllByRole("listitem")).toHaveLength(2);
  });

  it("lights the hits of a draw that pays nothing with text that can be read", async () => {
    renderPage(<KenoPage />);
    for (const pick of ["20", "21", "22"]) await userEvent.click(number(pick));
    await userEvent.click(screen.getByRole("button", { name: "Play" }));
    await expect.poll(() => payouts().getAllByRole("listitem", { current: true })).toHaveLength(1);
    const [lit] = payouts().getAllByRole("listitem", { current: true });
    expect(lit).toHaveTextContent("0×");
    expect(lit?.firstElementChild).toHaveClass("text-text");
  });

  it("ends the view of a draw when the risk changes", async () => {
    renderPage(<KenoPage />);
    for (const pick of ["1", "2", "22"]) await userEvent.click(number(pick));
    await userEvent.click(screen.getByRole("button", { name: "Play" }));
    expect(await screen.findByText(/2 of 3 numbers hit, 2.00×, \+10/)).toBeVisible();
    expect(payouts().getAllByRole("listitem", { current: true })).toHaveLength(1);
    // A number that nobody picked is neither won nor lost.
    expect(number("3, drawn").className).not.toMatch(/loss|win/);
    await userEvent.click(screen.getByRole("radio", { name: "High" }));
    expect(screen.queryByText(/2 of 3 numbers hit/)).toBeNull();
    expect(payouts().queryAllByRole("listitem", { current: true })).toHaveLength(0);
    expect(number("22")).toHaveAttribute("aria-pressed", "true");
  });

  it("takes ten numbers and no eleventh", async () => {
    renderPage(<KenoPage />);
    await userEvent.click(screen.getByRole("button", { name: "Random 10" }));
    expect(screen.getByRole("group", { name: "Numbers, 10 of 10 picked" })).toBeVisible();
    const open = screen
      .getAllByRole("button", { pressed: false })
      .filter((button) => /^\d+$/.test(button.getAttribute("aria-label") ?? ""));
    expect(open).toHaveLength(30);
    const [first] = open;
    if (first === undefined) throw new Error("No number is open");
    expect(first).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(first);
    expect(first).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(screen.getByRole("group", { name: "Numbers, 0 of 10 picked" })).toBeVisible();
  });

  it("is played with the keyboard: arrows walk, space and enter pick", async () => {
    renderPage(<KenoPage />);
    number("1").focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight} {ArrowDown}{Enter}");
    expect(number("3")).toHaveAttribute("aria-pressed", "true");
    expect(number("11")).toHaveAttribute("aria-pressed", "true");
    expect(number("11")).toHaveFocus();
    expect(number("1")).toHaveAttribute("tabindex", "-1");
    expect(bets).toEqual([]);
  });

  it("states exact odds, and which hits only return the stake", async () => {
    renderPage(<KenoPage />);
    setRisk("low");
    for (const pick of ["1", "2", "3"]) await userEvent.click(number(pick));
    // docs/games.md, section 6: 3 picks at low risk return 97.17%.
    expect(screen.getByText("97.17%")).toBeVisible();
    expect(screen.getByText("1 hit only returns your stake at this bet.")).toBeVisible();
    const table = within(screen.getByRole("table"));
    expect(table.getByRole("row", { name: /^3 1\.2146% 1 in 82\.3 10× 100$/ })).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "High" }));
    expect(table.getByRole("row", { name: /^3 1\.2146% 1 in 82\.3 80× 800$/ })).toBeVisible();
  });

  it("draws, tells hits from misses in words, and says the result", async () => {
    renderPage(<KenoPage />);
    for (const pick of ["9", "10", "40"]) await userEvent.click(number(pick));
    await userEvent.click(screen.getByRole("button", { name: "Play" }));
    expect(bets).toEqual([{ bet: 10, risk: "medium", picks: [9, 10, 40] }]);
    expect(await screen.findByText(/2 of 3 numbers hit/)).toHaveTextContent(
      "2 of 3 numbers hit, 2.00×, +10",
    );
    expect(number("9, drawn, a hit")).toBeVisible();
    expect(number("1, drawn")).toBeVisible();
    expect(number("40, not drawn")).toBeVisible();
    expect(payouts().getByRole("listitem", { current: true })).toHaveTextContent("4×2 hits");
    expect(shownBalance()).toBe(110);
  });
});
