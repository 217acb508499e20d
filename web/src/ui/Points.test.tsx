import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { formatCompactDollars } from "./format/dollars";
import { Points } from "./Points";
import { ShortDollars } from "./ShortDollars";

describe("an amount of points", () => {
  it("is exact", () => {
    const { container } = render(<Points amount={10_000_000_025} />);
    expect(container).toHaveTextContent(/^10,000,000,025 points$/);
  });

  it("stays exact in a short place while it fits", () => {
    const { container } = render(<Points amount={9_999_999} short />);
    expect(container).toHaveTextContent(/^9,999,999 points$/);
    expect(container.querySelector("[title]")).toBeNull();
  });

  it.each([
    [10_000_000, "10M", "10,000,000"],
    [12_349_999, "12.34M", "12,349,999"],
    [10_000_000_025, "10B", "10,000,000,025"],
    [999_999_999_999, "999.9B", "999,999,999,999"],
    [9_007_199_254_740_991, "9007T", "9,007,199,254,740,991"],
  ])("is never more in short than it is: %i", (amount, short, exact) => {
    const { container } = render(<Points amount={amount} short />);
    expect(screen.getByText(short)).toHaveAttribute("aria-hidden", "true");
    expect(screen.getByText(exact)).toHaveClass("sr-only");
    expect(container.firstElementChild).toHaveAttribute("title", `${exact} points`);
  });

  it("runs in short and is read out exactly", () => {
    const { container } = render(<Points amount={10_000_000_025} short ticking />);
    expect(container).toHaveTextContent(/^10B10,000,000,025 points$/);
  });
});

it("has dollars in short from ten millions on, with the exact sum beside", () => {
  expect(formatCompactDollars(9_999_999.99)).toBe("$9,999,999.99");
  expect(formatCompactDollars(98_765_432_109.87)).toBe("$98.76B");
  const { container } = render(<ShortDollars amount={98_765_432_109.87} />);
  expect(container).toHaveTextContent(/^\$98\.76B\$98,765,432,109\.87$/);
  expect(screen.getByTitle("$98,765,432,109.87")).toBeVisible();
});
