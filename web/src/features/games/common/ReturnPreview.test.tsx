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
  });

  it("asks for a bet when there is none", () => {
    show(null, null);
    expect(screen.getByText("Enter a bet to see what a win returns")).toBeVisible();
  });
});
