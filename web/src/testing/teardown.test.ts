import { createServer } from "node:http";
import { connect } from "node:net";
import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { queryClient } from "@/wire/queries";
import { leaveOnPurpose, neverAnswer, stubFetch } from "./pending-work";
import { tearDown } from "./teardown";

const nothing = () => undefined;
const address = "http://127.0.0.1/api/site";

describe("what a test leaves behind is found", () => {
  it.each<[string, RegExp, () => unknown]>([
    ["a timeout", /timeout of 60000 ms\n.*teardown\.test\.ts/, () => setTimeout(nothing, 60_000)],
    ["an interval", /interval of 500 ms/, () => setInterval(nothing, 500)],
    ["a frame", /animation frame/, () => requestAnimationFrame(nothing)],
    [
      "immediates that never end",
      /immediate/,
      () => {
        const again = () => void setImmediate(again);
        again();
      },
    ],
    [
      "a request without an answer",
      /request GET http:\/\/127\.0\.0\.1\/api\/site/,
      () => {
        stubFetch(() => new Promise(nothing));
        void fetch(new Request(address));
      },
    ],
    [
      "a timer of the fake clock",
      /1 timer\(s\) of the fake clock/,
      () => {
        vi.useFakeTimers();
        setTimeout(nothing, 1_000);
      },
    ],
    [
      "nothing where something was to be left",
      /no timeout of 5 ms/,
      () => leaveOnPurpose("timeout of 5 ms"),
    ],
  ])("%s", async (_, report, leave) => {
    leave();
    await expect(tearDown()).rejects.toThrow(report);
    // It is reported once, and does not reach the next test.
    await expect(tearDown()).resolves.toBeUndefined();
  });

  it("an open connection", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const listening = server.address();
    if (listening === null || typeof listening === "string")
      throw new Error("The server has no port.");
    const socket = connect(listening.port, "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    await expect(tearDown()).rejects.toThrow(/open network connection/);
    socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(tearDown()).resolves.toBeUndefined();
  });
});

describe("what a test may leave", () => {
  it("is what is due at once: it runs before the next test", async () => {
    const done: string[] = [];
    setTimeout(() => {
      done.push("timeout");
      setImmediate(() => done.push("immediate"));
    }, 0);
    await tearDown();
    expect(done).toEqual(["timeout", "immediate"]);
  });

  it("is a query with its timers, also one that waits for another try", async () => {
    stubFetch(() => Promise.reject(new TypeError("offline")));
    const stop = new QueryObserver(queryClient, {
      queryKey: ["lost"],
      queryFn: () => fetch(new Request(address)),
      retry: true,
      retryDelay: 60_000,
    }).subscribe(nothing);
    await vi.waitFor(() => expect(queryClient.getQueryState(["lost"])?.fetchFailureCount).toBe(1));
    stop();
    await tearDown();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });

  it("is a request that the test never wanted answered", async () => {
    stubFetch(neverAnswer);
    void fetch(new Request(address));
    await tearDown();
  });

  it("is a timer that the test names", async () => {
    leaveOnPurpose("timeout of 60000 ms");
    setTimeout(nothing, 60_000);
    await tearDown();
  });

  it("is the fake clock", async () => {
    vi.useFakeTimers();
    await tearDown();
    expect(vi.isFakeTimers()).toBe(false);
  });
});
