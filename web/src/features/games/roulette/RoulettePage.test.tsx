import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/features/session/store";
import { closeWallet, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { RoulettePage } from "./RoulettePage";
import { clearBets, setChip, useRouletteTable } from "./table";

// A page of 170 buttons takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

let sent: unknown[] = [];

/** The server's side: zero comes, and pays nothing but the zero. */
async function server(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/rules")) return jsonAnswer({ success: true, rulesHash: "x", games: {} });
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history: [] });
  if (pathname.endsWith("/game-maintenance-status/roulette"))
    return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
  if (!pathname.endsWith("/bet"))
    return jsonAnswer({ success: false, error: "not_found", message: "Not here" }, 404);
  const params: { bets: { amount: number; numbers?: number[] }[] } = JSON.parse(
    await request.clone().text(),
  );
  sent.push(params.bets);
  const paid = params.bets.map(({ amount, numbers }) =>
    numbers?.includes(0) === true ? 36 * amount : 0,
  );
  const staked = params.bets.reduce((sum, { amount }) => sum + amount, 0);
  const payout = paid.reduce((sum, back) => sum + back, 0);
  const round = {
    id: "r1",
    game: "roulette",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked,
    payout,
    result: payout > staked ? "win" : "loss",
    params,
    detail: { draws: [[37, 0]], number: 0, colour: "green", paid, payout },
    rulesHash: "h",
  };
  return jsonAnswer({ success: true, round, balance: 200 - staked + payout, seq: 5 });
}

beforeEach(() => {
  sent = [];
  stubFetch(vi.fn(server));
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  closeWallet();
  openWallet("7", 200);
  useSession.setState({ status: "member", token: "t", member: sampleMember });
  useRouletteTable.setState({ shown: null, past: [], notice: null });
  clearBets({ minBet: 1, maxBet: 100 });
  setChip(5);
});

/** A bet of the table or a button beside it. By label and text: there are too many for roles. */
const button = (name: string | RegExp) =>
  screen.queryByLabelText(name, { selector: "button" }) ??
  screen.getByText(name, { selector: "button" });
const press = (name: string | RegExp) => userEvent.click(button(name));

describe("the roulette page", () => {
  it("has every bet of the table as a button of its own", () => {
    renderPage(<RoulettePage />);
    const table = within(screen.getByRole("group", { name: /^Table of bets/ }));
    expect(table.getAllByRole("button")).toHaveLength(157);
    for (const name of ["Number 36", "Corner 0, 1, 2, 3", "Street 0, 2, 3", "Six line 31 to 36"])
      expect(table.getByLabelText(name)).toBeVisible();
  });

  it("places the chosen chip with a press and takes it away with a right click", async () => {
    renderPage(<RoulettePage />);
    expect(button("Place a chip to spin")).toBeDisabled();
    await userEvent.click(screen.getByRole("radio", { name: "Chip of 25" }));
    await press("Red");
    expect(button("Red, 25 placed")).toBeVisible();
    expect(button("Spin for 25")).toBeEnabled();
    await userEvent.pointer({ keys: "[MouseRight]", target: button("Red, 25 placed") });
    expect(button("Red")).toBeVisible();
    expect(button("Place a chip to spin")).toBeDisabled();
  });

  it("takes a chip away with a long press of a finger, and does not place one", async () => {
    renderPage(<RoulettePage />);
    await press("Red");
    vi.useFakeTimers();
    fireEvent.pointerDown(button("Red, 5 placed"), { pointerType: "touch" });
    vi.advanceTimersByTime(600);
    fireEvent.pointerUp(button(/^Red/), { pointerType: "touch" });
    fireEvent.click(button(/^Red/));
    vi.useRealTimers();
    expect(await screen.findByLabelText("Red")).toBeVisible();
  });

  it("is played with the keyboard", async () => {
    renderPage(<RoulettePage />);
    button("Number 0").focus();
    // The table stands here: down is along the rows.
    await userEvent.keyboard("{ArrowDown} {ArrowDown}{Enter}{ArrowRight} ");
    expect(button("Split 0, 2, 5 placed")).toBeVisible();
    expect(button("Number 2, 5 placed")).toBeVisible();
    expect(button("Split 2, 3, 5 placed")).toHaveFocus();
    await userEvent.keyboard("{Delete}");
    expect(button("Split 2, 3")).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it("adds a bet by its kind and numbers", async () => {
    renderPage(<RoulettePage />);
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "Kind of bet" }),
      "Six line",
    );
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "On" }), "Six line 4 to 9");
    await userEvent.clear(screen.getByRole("textbox", { name: "Points" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Points" }), "12");
    await press("Add to the table");
    expect(button("Six line 4 to 9, 12 placed")).toBeVisible();
    expect(screen.getByText("returns 72")).toBeVisible();
    await press("Take Six line 4 to 9 away");
    expect(screen.queryByText("returns 72")).toBeNull();
  });

  it("refuses what is above the limit in words", async () => {
    renderPage(<RoulettePage />);
    await userEvent.click(screen.getByRole("radio", { name: "Chip of 100" }));
    await press("Even");
    await press("Odd");
    expect(screen.getByRole("alert")).toHaveTextContent(
      "A round takes 100 points at most. That would make 200.",
    );
    expect(button("Spin for 100")).toBeEnabled();
  });

  it("spins, says what came and what each bet paid, and bets again", async () => {
    renderPage(<RoulettePage />);
    await press("Number 0");
    await press("Red");
    await press("Double");
    await press("Spin for 20");
    expect(sent).toEqual([
      [
        { kind: "straight", amount: 10, numbers: [0] },
        { kind: "red", amount: 10 },
      ],
    ]);
    expect(await screen.findByText("0 green, returned 360, +340")).toBeVisible();
    expect(button("Number 0, came up, 10 placed, returned 360")).toBeVisible();
    expect(button("Red, 10 placed, lost")).toBeVisible();
    expect(screen.getByRole("heading", { name: "What your bets paid" })).toBeVisible();
    expect(screen.getByText("paid 360")).toBeVisible();
    expect(shownBalance()).toBe(540);
    await press("Rebet");
    expect(button("Spin for 20")).toBeEnabled();
    // The chips on the table are those of the next spin.
    expect(screen.queryByText("0 green, returned 360, +340")).toBeNull();
  });

  it("asks for a chip only between spins", async () => {
    renderPage(<RoulettePage />);
    expect(screen.getByText("Press the table to place the chosen chip.")).toBeVisible();
    act(() => useRouletteTable.setState({ phase: "asking" }));
    expect(screen.queryByText("Press the table to place the chosen chip.")).toBeNull();
    act(() => useRouletteTable.setState({ phase: "idle" }));
  });

  it("states the return of every bet, and when no number gives a profit", async () => {
    renderPage(<RoulettePage />);
    expect(screen.getByText("97.30%")).toBeVisible();
    await press("Red");
    await press("Black");
    expect(screen.getByText(/^A win .* your stake at this bet$/)).toBeVisible();
  });
});
