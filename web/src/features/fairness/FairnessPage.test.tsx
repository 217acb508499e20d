import { act, configure, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import vectors from "@/features/games/common/checker/round-vectors.json";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { FairnessPage } from "./FairnessPage";
import OddsSection from "./OddsSection";
import SeedEvents from "./SeedEvents";
import VerifySection from "./VerifySection";

// Hashing and drawing may take a while where much else runs.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

/** A site that has not stated anything but its limits. */
let events: object[] = [];
beforeEach(() => {
  events = [];
  stubFetch(async ({ url }: Request) => {
    if (url.endsWith("/api/site")) return jsonAnswer({ success: true });
    if (url.endsWith("/fairness/events")) return jsonAnswer({ success: true, events });
    return jsonAnswer({ success: true, rulesHash: "x", games: {} });
  });
});

/** Presses what loads code. A component that waits for it goes on only when the press is awaited by `act`. */
async function press(element: Element): Promise<void> {
  await act(async () => {
    await userEvent.click(element);
  });
}

async function paste(value: unknown): Promise<void> {
  await userEvent.click(await screen.findByText("Paste a whole round instead"));
  const box = screen.getByLabelText("Round or giveaway as JSON");
  await userEvent.clear(box);
  await userEvent.click(box);
  await userEvent.paste(typeof value === "string" ? value : JSON.stringify(value));
  await press(screen.getByRole("button", { name: "Load these values" }));
}

describe("the fairness page", () => {
  it("shows the check value of games.md being drawn", async () => {
    renderPage(<FairnessPage roundId={null} game={null} />);
    expect(await screen.findByText("1,306,100,123")).toBeVisible();
    expect(screen.getByText("1.23")).toBeVisible();
    const demonstration = screen.getByRole("region", { name: "A draw, step by step" });
    await userEvent.type(within(demonstration).getByLabelText("Nonce"), "x");
    expect(within(demonstration).getByText("A whole number from 0")).toBeVisible();
  });

  it("lists what concerned the seeds of the whole site", async () => {
    events = [
      {
        kind: "restored",
        at: "2026-11-25T12:00:00Z",
        backupOf: "2026-11-24T04:00:00Z",
        revealedPairs: 12,
        lostPairs: 1,
        endedRounds: 0,
        returnedRounds: 2,
        newCommitments: 1,
        exposedGiveaways: 0,
      },
    ];
    renderPage(<SeedEvents />);
    expect(await screen.findByText(/Site restored from a backup/)).toBeVisible();
    const text = screen.getByText(/12 seed pairs revealed and replaced\./);
    expect(text).toHaveTextContent(
      "1 seed pair replaced without being revealed, because the key was missing.",
    );
    expect(text).toHaveTextContent("2 open rounds ended with the stake returned.");
    expect(text).not.toHaveTextContent("ended by the rule");
  });

  it.each(["dice", "mines", "blackjack", "slot", "roulette", "limbo"] as const)(
    "takes a line of %s apart and finds that it matches",
    async (game) => {
      renderPage(<VerifySection roundId={null} game={null} />);
      await paste({ ...vectors[game][0], game });
      expect(await screen.findByText("Everything matches")).toBeVisible();
    },
  );

  it("draws a giveaway again", async () => {
    renderPage(<VerifySection roundId={null} game="giveaway" />);
    await paste({ ...vectors.giveaway[4], game: "giveaway" });
    expect(await screen.findByText("Everything matches")).toBeVisible();
    expect(screen.getAllByText(vectors.giveaway[4]?.expect.winner ?? "").length).toBeGreaterThan(0);
  });

  it("says what is wrong with what was pasted", async () => {
    renderPage(<VerifySection roundId={null} game={null} />);
    await paste("nonsense");
    expect(screen.getByText(/not JSON/)).toBeVisible();
  });

  it("has an example of every game", async () => {
    renderPage(<VerifySection roundId={null} game="keno" />);
    await userEvent.click(await screen.findByRole("button", { name: "Show an example" }));
    expect(await screen.findByText("The commitment matches")).toBeVisible();
  });

  it("asks a guest to log in for a round of a member", async () => {
    renderPage(<VerifySection roundId="2-3" game={null} />);
    expect(await screen.findByText(/belongs to a member/)).toBeVisible();
  });

  it.each([
    ["Roulette", "Straight 1 2.7027% 36× 97.30%"],
    ["Mines", "13 76.9% 9.5652% 9.50× 90.87%"],
    ["Downunder Dawgs", "1 86.49%"],
    ["Keno", "3 picks 97.17% 97.17% 97.17%"],
    ["Limbo", "2.00× 49.5% 1 in 2 99.00%"],
    ["Blackjack", "1 91.84%"],
  ])("states the odds of %s from its table", async (name, row) => {
    renderPage(<OddsSection game={null} />);
    await press(screen.getByRole("radio", { name }));
    expect(await screen.findByText(name, { selector: "h3" })).toBeVisible();
    expect(screen.getByText("Rules hash")).toBeVisible();
    expect(screen.getByRole("row", { name: row })).toBeVisible();
  });
});
