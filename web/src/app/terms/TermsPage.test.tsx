import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { TermsPage } from "./TermsPage";

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => stubFetch(fetched));

describe("the terms", () => {
  it("have six sections, for the site they are read on", async () => {
    fetched.mockImplementation(async () =>
      jsonAnswer({
        success: true,
        name: "Northside",
        casinoName: "Goldhall",
        responsibleGamingUrl: "https://safe.example/",
        prizePeriods: [{ from: "2026-01", pool: 10, prizes: [10] }],
        wagerTiers: [{ name: "", wager: 10, reward: 1 }],
        features: { cashMilestones: true },
      }),
    );
    renderPage(<TermsPage />);
    expect(await screen.findByText(/everyone who uses Northside/)).toBeVisible();
    expect(
      screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent),
    ).toEqual([
      "Acceptance",
      "Prizes are virtual",
      "Conduct",
      "Disclaimer",
      "Liability",
      "Your data",
      "Changes",
    ]);
    const virtual = screen.getByText(/have no monetary value/);
    expect(virtual).toHaveTextContent("exchanged for money, or for gift cards");
    expect(screen.getByText(/cash milestone of the Daily Calendar/)).toBeVisible();
    expect(
      screen.getByText(
        /with points: prizes of the monthly leaderboard, wager rewards, and the rewards of chal/,
      ),
    ).toBeVisible();
    expect(screen.getByText(/amount you paid to us in the three months/)).toBeVisible();
    expect(screen.getByText(/play at Goldhall/)).toBeVisible();
    expect(screen.getByRole("link", { name: /^Responsible Gaming/ })).toHaveAttribute(
      "href",
      "https://safe.example/",
    );
  });

  it("leave out what the site does not have", async () => {
    const bare = {
      success: true,
      name: "Northside",
      casinoName: "",
      responsibleGamingUrl: "",
      prizePeriods: [],
      wagerTiers: [],
      features: { cashMilestones: false },
    };
    const waiting: ((answer: Response) => void)[] = [];
    const challenges = new Promise<Response>((resolve) => waiting.push(resolve));
    fetched.mockImplementation(async ({ url }) =>
      url.endsWith("/api/challenges") ? challenges : jsonAnswer(bare),
    );
    renderPage(<TermsPage />);
    expect(await screen.findByText(/everyone who uses Northside/)).toBeVisible();
    expect(screen.queryByText(/cash milestone/)).toBeNull();
    const casino = screen.getByText(
      /^Some prizes are not won with points: the rewards of challenges\./,
    );
    expect(casino).not.toHaveTextContent("leaderboard");
    // The site names no casino.
    expect(casino).not.toHaveTextContent("play at the casino partner, which");
    waiting[0]?.(jsonAnswer([]));
    await waitFor(() => expect(screen.queryByText(/are not won with points/)).toBeNull());
  });

  it("name the cash milestone as the exception", () => {
    fetched.mockImplementation(async () => jsonAnswer({ success: false, error: "busy" }, 429));
    renderPage(<TermsPage />);
    const exception = screen.getByText("cash milestone of the Daily Calendar").closest("p");
    expect(exception).toHaveTextContent("once per member, ever");
    expect(exception).toHaveTextContent("verified email address");
    // They can be read while nothing is known of the site.
    expect(screen.getByText(/everyone who uses this site/)).toBeVisible();
  });
});
