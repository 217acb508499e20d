import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { KenoPage } from "../keno/KenoPage";
import { kenoTable, setRisk, togglePick } from "../keno/table";
import { MinesPage } from "../mines/MinesPage";
import { RoulettePage } from "../roulette/RoulettePage";

beforeEach(() => {
  openWallet("7", 500);
  stubFetch(async ({ url }: Request) => {
    if (url.includes("/history")) return jsonAnswer({ success: true, history: [] });
    if (url.endsWith("/state")) return jsonAnswer({ success: true, round: null });
    if (url.includes("maintenance-status"))
      return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
    return jsonAnswer({ success: false, error: "busy", message: "Busy" }, 503);
  });
});

afterEach(closeWallet);

const missing = () => screen.findAllByText("The odds could not be loaded.");

it("roulette states no returns of a kind of bet", async () => {
  renderPage(<RoulettePage />);
  await missing();
  expect(screen.queryByText(/^Wins in/)).toBeNull();
});

it("mines states no multiplier and no chance of the first gem", async () => {
  renderPage(<MinesPage />);
  await missing();
  await waitFor(() => expect(screen.getByText("Next gem").nextSibling).toHaveTextContent(/^–$/));
});

it("keno does not say which hits only return the stake", async () => {
  kenoTable.setBetText("1");
  setRisk("low");
  togglePick(1);
  renderPage(<KenoPage />);
  await missing();
  expect(screen.queryByText(/your stake at this bet/)).toBeNull();
});
