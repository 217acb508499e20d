import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSocket, readLiveState } from "./socket";

let isReachable: boolean;
const connectLive = vi.fn<() => () => void>(() => () => undefined);

beforeEach(() => {
  isReachable = false;
  vi.useFakeTimers();
  vi.doMock("./live-connection", () => {
    if (!isReachable) throw new Error("Failed to fetch dynamically imported module");
    return { connectLive };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock("./live-connection");
});

it("is offline while the code of the connection cannot be fetched, and tries again", async () => {
  await openSocket("t-1", () => undefined);
  expect(readLiveState()).toBe("offline");
  isReachable = true;
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(connectLive).toHaveBeenCalledOnce());
});
