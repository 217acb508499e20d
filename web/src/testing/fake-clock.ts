import { act } from "@testing-library/react";
import { vi } from "vitest";

/** With fake timers: delivers pending answers without moving the clock. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
    });
}

/** With fake timers: moves the clock by so many milliseconds. */
export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}
