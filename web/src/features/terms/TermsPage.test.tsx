import { screen } from "@testing-library/react";
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
      "Changes",
    ]);
    expect(screen.getByText(/have no monetary value/)).toBeVisible();
    expect(screen.getByText(/amount you paid to us in the three months/)).toBeVisible();
    expect(screen.getByText(/play at Goldhall/)).toBeVisible();
    expect(screen.getByRole("link", { name: /^Responsible Gaming/ })).toHaveAttribute(
      "href",
      "https://safe.example/",
    );
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
