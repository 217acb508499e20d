import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BetMessages } from "./BetMessages";

const show = (bet: number | null, returns: number | null) =>
  render(<BetMessages isEmpty={false} notice={null} win={{ bet, returns }} />);

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
