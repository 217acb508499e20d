import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BetAmount } from "./BetAmount";

it("writes a large bet like every amount", () => {
  render(<BetAmount bet={12_500} isShort={false} />);
  const button = screen.getByRole("button", { name: /^Bet amount: 12,500 points\./ });
  expect(button).toHaveTextContent(/^Bet12,500$/);
});
