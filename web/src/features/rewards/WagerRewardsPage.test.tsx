import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { WagerRewardsPage } from "./WagerRewardsPage";

const site = {
  success: true,
  casinoName: "Goldhall",
  casinoUrl: "https://casino.example/",
  promoCode: "HOUSE",
  responsibleGamingUrl: "https://safe.example/",
  links: [{ kind: "discord", label: "Discord", url: "https://chat.example/" }],
  wagerTiers: [
    { name: "Starter", wager: 10_000, reward: 10 },
    { name: "", wager: 25_000, reward: 25 },
  ],
};

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  stubFetch(fetched);
});

describe("the wager rewards", () => {
  it("are a table of wager amount to reward, in USD", async () => {
    fetched.mockImplementation(async () => jsonAnswer(site));
    renderPage(<WagerRewardsPage />);
    expect(screen.getByText("All rewards are in USD.")).toBeVisible();
    const table = await screen.findByRole("table", { name: "Wager reward tiers in USD" });
    const rows = within(table)
      .getAllByRole("row")
      .map((row) => Array.from(row.children, ({ textContent }) => textContent));
    expect(rows).toEqual([
      ["Wager amount", "Reward", "Tier"],
      ["$10,000+", "$10", "Starter"],
      ["$25,000+", "$25", ""],
    ]);
    expect(screen.getByText("0.1%")).toBeVisible();
  });

  it("come with how they work, who earns from it, and the limits", async () => {
    fetched.mockImplementation(async () => jsonAnswer(site));
    renderPage(<WagerRewardsPage />);
    expect(await screen.findByRole("heading", { name: "How it works" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Goldhall is an affiliate" })).toBeVisible();
    expect(screen.getByText(/set yourself healthy limits/)).toBeVisible();
    expect(screen.getByRole("link", { name: /^Responsible Gaming/ })).toHaveAttribute(
      "href",
      "https://safe.example/",
    );
    expect(screen.getByRole("link", { name: /^Join Goldhall with code HOUSE/ })).toHaveAttribute(
      "href",
      "https://casino.example/",
    );
  });

  it("say so when there are none", async () => {
    fetched.mockImplementation(async () => jsonAnswer({ ...site, wagerTiers: [] }));
    renderPage(<WagerRewardsPage />);
    expect(await screen.findByText("No reward tiers at the moment")).toBeVisible();
  });

  it("can be asked for again after a failed load", async () => {
    fetched.mockImplementation(async () =>
      jsonAnswer({ success: false, error: "busy", message: "Too many requests" }, 429),
    );
    renderPage(<WagerRewardsPage />);
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many requests");
    fetched.mockImplementation(async () => jsonAnswer(site));
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("table")).toBeInTheDocument();
  });
});
