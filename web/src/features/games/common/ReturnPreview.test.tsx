import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { ReturnPreview } from "./ReturnPreview";

const show = (bet: number | null, returns: number | null) =>
  renderPage(<ReturnPreview condition="A roll wins" bet={bet} returns={returns} />);

beforeEach(() => {
  stubFetch(async () => jsonAnswer({ success: true, rulesHash: "x", games: {} }));
});

describe("the return of a win", () => {
  it("is stated with its profit", () => {
    show(10, 19);
    expect(screen.getByText("+9")).toBeVisible();
    expect(screen.queryByText(/your stake/)).toBeNull();
  });

  it("says when a win only returns the stake, or less", () => {
    show(1, 1);
    expect(screen.getByText("A win only returns your stake at this bet")).toBeVisible();
    show(3, 2);
    expect(screen.getByText("A win returns less than your stake at this bet")).toBeVisible();
  });

  it("asks for a bet when there is none", () => {
    show(null, null);
    expect(screen.getByText("Enter a bet to see what a win returns")).toBeVisible();
  });
});
