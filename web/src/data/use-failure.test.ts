import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CallFailure } from "@/wire/failure";
import { useFailure } from "./use-failure";

const failure = (message: string) => new CallFailure({ error: "internal", message, status: 500 });
const march = { error: failure("March failed"), errorUpdatedAt: 1 };
const april = { error: failure("April failed"), errorUpdatedAt: 2 };

describe("useFailure", () => {
  it("keeps the error of a query while it is read again", () => {
    const { result, rerender } = renderHook(useFailure, { initialProps: march });
    rerender({ ...march, error: null as never });
    expect(result.current).toBe(march.error);
  });

  it("never shows the error of another query", () => {
    const { result, rerender } = renderHook(useFailure, { initialProps: march });
    rerender(april);
    expect(result.current).toBe(april.error);
    rerender({ ...march, error: null as never });
    expect(result.current).toBeNull();
  });
});
