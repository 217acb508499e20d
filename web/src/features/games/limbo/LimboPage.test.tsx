import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/features/session/store";
import { closeWallet, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { LimboPage } from "./LimboPage";
import published from "./published.json";
import { limboTable, setTargetText, useLimboTable } from "./table";

let preset = "balanced";
let bets: unknown[] = [];

async function server(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/rules")) {
    const limbo = { rulesHash: "h", table: { ...published, preset } };
    return jsonAnswer({ success: true, rulesHash: "x", games: { limbo } });
  }
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history: [] });
  if (pathname.endsWith("/game-maintenance-status/limbo"))
    return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
  if (!pathname.endsWith("/bet"))
    return jsonAnswer({ success: false, error: "not_found", message: "Not here" }, 404);
  const params: { bet: number; target: string } = JSON.parse(await request.clone().text());
  bets.push(params);
  const isHit = Number(params.target) <= 1.07;
  const round = {
    id: "r1",
    game: "limbo",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked: params.bet,
    payout: isHit ? params.bet : 0,
    result: isHit ? "push" : "loss",
    params,
    detail: { draws: [], result: "1.07", won: isHit, multiplier: params.target, payout: 0 },
    rulesHash: "h",
  };
  return jsonAnswer({ success: true, round, balance: 100 - params.bet, seq: 5 });
}

beforeEach(() => {
  preset = "balanced";
  bets = [];
  stubFetch(vi.fn(server));
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  closeWallet();
  openWallet("7", 100);
  useSession.setState({ status: "member", token: "t", member: sampleMember });
  limboTable.setMode("manual");
  limboTable.setBetText("1");
  setTargetText("2.00");
});

const target = () => screen.getByRole("textbox", { name: "Target, 1.01 to 1500.00" });
const figures = () => screen.getByText("1.07").parentElement;
const roll = () => screen.getByRole("button", { name: "Roll" });

async function typeTarget(text: string) {
  await userEvent.clear(target());
  await userEvent.type(target(), text);
}

describe("the limbo page", () => {
  it("begins with target 2.00 and bet 1, and states their odds", async () => {
    renderPage(<LimboPage />);
    expect(target()).toHaveValue("2.00");
    expect(screen.getByRole("textbox", { name: "Bet amount" })).toHaveValue("1");
    expect(screen.getByText("49.5%")).toBeVisible();
    expect(screen.getByText("99.00%")).toBeVisible();
    expect(screen.getByText("2.00× or more wins")).toBeVisible();
  });

  it("states the odds of the preset in force", async () => {
    preset = "classic";
    renderPage(<LimboPage />);
    expect(await screen.findByText("45%")).toBeVisible();
    expect(screen.getByText("90.00%")).toBeVisible();
    await typeTarget("1.01");
    await userEvent.click(screen.getByRole("button", { name: "Highest bet" }));
    expect(screen.getByText("101.00%")).toBeVisible();
  });

  it("takes a comma, says a problem beside the field and keeps the button off", async () => {
    renderPage(<LimboPage />);
    await typeTarget("1,999");
    expect(screen.getByText("A target has at most two decimals")).toBeVisible();
    expect(target()).toBeInvalid();
    expect(roll()).toBeDisabled();
    await typeTarget("1,5");
    expect(roll()).toBeEnabled();
    await userEvent.tab();
    expect(target()).toHaveValue("1.50");
    expect(screen.getByText("A win only returns your stake at this bet")).toBeVisible();
  });

  it("rolls and says the result", async () => {
    renderPage(<LimboPage />);
    await userEvent.click(screen.getByRole("button", { name: "5×" }));
    await userEvent.click(roll());
    expect(bets).toEqual([{ bet: 1, target: "5.00" }]);
    const said = await screen.findByText("Result 1.07.");
    expect(said.closest("[role=status]")).toHaveTextContent("Result 1.07. Missed −1");
    expect(shownBalance()).toBe(99);
  });

  it("shows a hit as one only at the target it was rolled at", async () => {
    renderPage(<LimboPage />);
    await typeTarget("1.05");
    await userEvent.click(roll());
    const said = (await screen.findByText("Result 1.07.")).closest("[role=status]");
    expect(said).toHaveTextContent("Hit, stake returned");
    expect(figures()).toHaveAttribute("data-tone", "hit");

    await typeTarget("1.50");
    expect(said).toBeEmptyDOMElement();
    expect(figures()).toHaveAttribute("data-tone", "open");
    await typeTarget("1.05");
    expect(said).toHaveTextContent("Hit, stake returned");
  });

  it("shows that a bet waits for its answer", async () => {
    const answers: (() => void)[] = [];
    stubFetch(async (request) => {
      if (request.url.endsWith("/bet")) await new Promise<void>((go) => answers.push(go));
      return server(request);
    });
    renderPage(<LimboPage />);
    await userEvent.click(roll());
    await waitFor(() => expect(roll()).toHaveAttribute("aria-busy", "true"));
    act(() => answers.forEach((go) => go()));
    expect(await screen.findByText("Result 1.07.")).toBeVisible();
    expect(roll()).not.toHaveAttribute("aria-busy");
  });

  it("says why a bet was refused without moving the page", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    stubFetch(async (request) =>
      request.url.endsWith("/bet")
        ? jsonAnswer({ success: false, error: "read_only", message: "Not now" }, 503)
        : server(request),
    );
    renderPage(<LimboPage />);
    await userEvent.click(roll());
    expect(await screen.findByText("Not now")).toBeVisible();
    expect(scrolled).not.toHaveBeenCalled();
  });

  it("asks for 1 to 100 rolls in auto", async () => {
    renderPage(<LimboPage />);
    await userEvent.click(screen.getByRole("radio", { name: "Auto" }));
    const rolls = screen.getByRole("textbox", { name: "Number of rolls" });
    expect(rolls).toHaveValue("10");
    await userEvent.clear(rolls);
    await userEvent.type(rolls, "101");
    expect(screen.getByText("1 to 100 rolls")).toBeVisible();
    expect(screen.getByRole("button", { name: "Start auto" })).toBeDisabled();
  });

  it("takes no bet from an inactive account, nor from an empty balance", async () => {
    useSession.setState({
      status: "member",
      token: "t",
      member: { ...sampleMember, isActive: false },
    });
    renderPage(<LimboPage />);
    expect(roll()).toBeDisabled();
    act(() => {
      useSession.setState({ status: "member", token: "t", member: sampleMember });
      closeWallet();
      openWallet("8", 0);
    });
    expect(screen.getByText(/You don't have enough points for a bet/)).toBeVisible();
    expect(roll()).toBeDisabled();
  });

  it("leaves nothing behind but what was typed", () => {
    const { unmount } = renderPage(<LimboPage />);
    unmount();
    expect(useLimboTable.getState()).toMatchObject({ shown: null, run: null, notice: null });
  });
});
