import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { BetMessages } from "./BetMessages";

const show = (bet: number | null, returns: number | null) =>
  renderPage(<BetMessages isEmpty={false} notice={null} win={{ bet, returns }} />);

beforeEach(() => stubFetch(async () => jsonAnswer({ success: true, rulesHash: "x", games: {} })));

it("claims nothing when the rules could not be read", async () => {
  stubFetch(async () => jsonAnswer({ success: false, error: "busy", message: "Busy" }, 503));
  show(1, 1);
  await waitFor(() => expect(screen.queryByText(/only returns your stake/)).toBeNull());
});

it("says beside the bet button when a win only returns the stake, or less", () => {
  show(1, 1);
  expect(screen.getByText("A win only returns your stake at this bet")).toBeVisible();
  show(3, 2);
  expect(screen.getByText("A win returns less than your stake at this bet")).toBeVisible();
});

it.each([
  [10, 19],
  [null, null],
  [0, 0],
])("says nothing for a bet of %j that returns %j", (bet, returns) => {
  const { container } = show(bet, returns);
  expect(container).toBeEmptyDOMElement();
});
