import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { keno } from "../../keno/game";
import specification from "../../keno/published.json";
import vectors from "../checker/round-vectors.json";
import { rulesHashOf } from "../tables/canonical";
import RoundVerifier from "./RoundVerifier";

// Hashing and drawing may take a while where much else runs.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const [vector] = vectors.keno;
if (vector === undefined) throw new Error("No vector");

/** A table that was in force once and is not any more. */
const older = { ...specification, max_bet: 150 };

type Answers = {
  seed?: string | null;
  payout?: number;
  rulesHash?: string;
  result?: string | null;
};

/** The server as far as a round and its table go. */
async function serve(given: Answers = {}): Promise<void> {
  const rulesHash = given.rulesHash ?? (await rulesHashOf(specification));
  const payout = given.payout ?? vector?.expect.payout;
  const round = {
    id: "2-3",
    game: "keno",
    pairId: "2.1",
    nonce: vector?.nonce,
    createdAt: "2025-11-21T10:00:00Z",
    staked: vector?.params.bet,
    payout,
    result: given.result === undefined ? "win" : given.result,
    rulesHash,
    params: vector?.params,
    detail: { ...vector?.expect, payout },
  };
  const proof = {
    pairId: "2.1",
    serverSeedHash: vector?.server_seed_hash,
    clientSeed: vector?.client_seed,
    nonce: vector?.nonce,
    serverSeed: given.seed === undefined ? vector?.server_seed : given.seed,
  };
  stubFetch(async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/games/rounds/2-3") return jsonAnswer({ success: true, round, proof });
    if (pathname === "/api/games/rules")
      return jsonAnswer({
        success: true,
        rulesHash: "all",
        games: {
          keno: {
            rulesHash: await rulesHashOf(specification),
            table: specification,
            highestReturn: "0.983039",
          },
        },
      });
    if (pathname === `/api/games/rules/${await rulesHashOf(older)}`)
      return jsonAnswer({ success: true, rulesHash, table: older, canonical: "" });
    // The server names a table that is not the one asked for.
    if (pathname === `/api/games/rules/${"f".repeat(64)}`)
      return jsonAnswer({ success: true, rulesHash: "f".repeat(64), table: older, canonical: "" });
    return jsonAnswer({ success: false, error: "not_found", message: "Not found" }, 404);
  });
}

describe("a round of one's own", () => {
  it("is recomputed at once when its seed is revealed", async () => {
    await serve();
    renderPage(<RoundVerifier games={[keno]} roundId="2-3" />);
    expect(await screen.findByText("Everything matches")).toBeVisible();
    expect(screen.getAllByText("Matches")).toHaveLength(5);
    expect(screen.getByText("All 10 draws")).toBeVisible();
    expect(screen.getByText("10 of 10 hit, 1000.00×")).toBeVisible();
  });

  it("says what differs", async () => {
    await serve({ payout: 99_999 });
    renderPage(<RoundVerifier games={[keno]} roundId="2-3" />);
    expect(await screen.findByText("Not everything matches")).toBeVisible();
    expect(screen.getAllByText("Differs")).toHaveLength(1);
    expect(screen.getByText(/stated/)).toHaveTextContent("payout: stated 99999, recomputed 100000");
  });

  it("with another seed than promised is not the round", async () => {
    await serve({ seed: "ab".repeat(32) });
    renderPage(<RoundVerifier games={[keno]} roundId="2-3" />);
    expect(await screen.findByText(/is not the one shown before the round/)).toBeVisible();
  });

  it("explains how a secret seed is revealed, and what is fixed already", async () => {
    await serve({ seed: null });
    const showSeeds = vi.fn<() => void>();
    renderPage(<RoundVerifier games={[keno]} roundId="2-3" onShowSeeds={showSeeds} />);
    expect(await screen.findByText(/still secret/)).toBeVisible();
    expect(screen.getByText(vector.server_seed_hash)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Seeds" }));
    expect(showSeeds).toHaveBeenCalledOnce();
  });

  it("says that an open round cannot be checked yet", async () => {
    await serve({ seed: null, result: null });
    renderPage(<RoundVerifier games={[keno]} roundId="2-3" />);
    expect(await screen.findByText(/still open/)).toBeVisible();
  });

  it("is recomputed under the older table it was played at", async () => {
    const rulesHash = await rulesHashOf(older);
    await serve({ rulesHash });
    renderPage(<RoundVerifier games={[keno]} roundId="2-3" />);
    expect(await screen.findByText("Everything matches")).toBeVisible();
    expect(screen.getByText(rulesHash)).toBeVisible();
  });

  it.each([
    ["could not be found", "0"],
    ["has another hash than it should", "f"],
  ])("says when its table %s, and still compares the draws", async (_, digit) => {
    await serve({ rulesHash: digit.repeat(64) });
    renderPage(<RoundVerifier games={[keno]} roundId="2-3" />);
    expect(await screen.findByText(/table of this round could not be loaded/)).toBeVisible();
    expect(screen.getByText("All 10 draws")).toBeVisible();
  });

  it("keeps the focus in a value that is changed, and drops the old verdict", async () => {
    await serve();
    renderPage(<RoundVerifier games={[keno]} roundId="2-3" />);
    await screen.findByText("Everything matches");
    const nonce = screen.getByLabelText("Nonce");
    await userEvent.click(screen.getByText("The values"));
    await userEvent.type(nonce, "12");
    expect(nonce).toHaveFocus();
    expect(nonce).toHaveValue(`${vector.nonce}12`);
    expect(screen.queryByText("Everything matches")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Recompute the round" }));
    expect(await screen.findByText("Not everything matches")).toBeVisible();
  });
});

describe("typed values", () => {
  it("have their problems beside their fields, from the form and from the rules", async () => {
    await serve();
    renderPage(<RoundVerifier games={[keno]} roundId={null} />);
    const button = screen.getByRole("button", { name: "Recompute the round" });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.type(screen.getByLabelText("Picks"), "41");
    await userEvent.click(button);
    expect(screen.getByText("A server seed is 64 characters of 0-9 and a-f")).toBeVisible();
    await userEvent.type(screen.getByLabelText("Server seed"), vector.server_seed);
    await userEvent.type(screen.getByLabelText("Client seed"), "hello");
    await userEvent.click(button);
    expect(await screen.findByText("1 to 10 different numbers from 1 to 40")).toBeVisible();
    expect(screen.getByLabelText("Picks")).toBeInvalid();
    await userEvent.clear(screen.getByLabelText("Picks"));
    await userEvent.type(screen.getByLabelText("Picks"), "1 2 3");
    await userEvent.click(button);
    expect(await screen.findByText("Recomputed")).toBeVisible();
  });
});
