import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { useSession } from "@/features/session/store";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { DicePage } from "./DicePage";
import { setDirection, setTarget } from "./table";

let areRulesBroken = false;

/** The server's side: every roll is 12.34. */
async function server(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/rules"))
    return areRulesBroken
      ? jsonAnswer({ success: false, error: "busy", message: "Too many requests" }, 429)
      : jsonAnswer({ success: true, rulesHash: "x", games: {} });
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history: [] });
  if (pathname.endsWith("/game-maintenance-status/dice"))
    return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
  if (!pathname.endsWith("/bet"))
    return jsonAnswer({ success: false, error: "not_found", message: "Not here" }, 404);
  const params: { bet: number } = JSON.parse(await request.clone().text());
  const round = {
    id: "r1",
    game: "dice",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked: params.bet,
    payout: 19,
    result: "win",
    params,
    detail: { draws: [], roll: "12.34", won: true, multiplier: "1.9800", payout: 19 },
    rulesHash: "h",
  };
  return jsonAnswer({ success: true, round, balance: 109, seq: 5 });
}

const figures = () => screen.getByText("12.34", { selector: "[aria-hidden] span" }).parentElement;

beforeEach(() => {
  areRulesBroken = false;
  queryClient.clear();
  stubFetch(vi.fn(server));
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  closeWallet();
  openWallet("7", 100);
  useSession.setState({ status: "member", token: "t", member: sampleMember });
  setDirection("under");
  setTarget(50);
});

it("shows a hit as one only on the side and at the target it was rolled at", async () => {
  renderPage(<DicePage />);
  await userEvent.click(screen.getByRole("button", { name: "Roll dice" }));
  const said = (await screen.findByText("Rolled 12.34.")).closest("[role=status]");
  expect(said).toHaveTextContent("Rolled 12.34. Hit +9");
  expect(figures()).toHaveClass("text-win");

  await userEvent.click(screen.getByRole("radio", { name: "At or over" }));
  expect(said).toBeEmptyDOMElement();
  expect(figures()).toHaveClass("text-faint");
  await userEvent.click(screen.getByRole("radio", { name: "Roll under" }));
  expect(said).toHaveTextContent("Hit +9");

  const target = screen.getByRole("textbox", { name: "Target, 1 to 99" });
  await userEvent.clear(target);
  await userEvent.type(target, "10");
  expect(said).toBeEmptyDOMElement();
  expect(figures()).toHaveClass("text-faint");
});

it("claims no odds when the rules could not be read, and tries again", async () => {
  areRulesBroken = true;
  renderPage(<DicePage />);
  expect(await screen.findByText("The odds could not be loaded.")).toBeVisible();
  expect(screen.getByText("Shown once the odds are loaded")).toBeVisible();
  expect(screen.queryByText("Average return")).toBeNull();
  expect(screen.queryByText(/Returns/)).toBeNull();
  areRulesBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Average return")).toBeVisible();
  expect(screen.getByText("95.00%")).toBeVisible();
});
