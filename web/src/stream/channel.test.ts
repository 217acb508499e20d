import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubFetch } from "@/testing/pending-work";
import { openChannel } from "./channel";
import { recall } from "./memory";
import { keepReading, retryDelayMs } from "./reading";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("reading again and again", () => {
  it("waits longer after each failure, up to half a minute", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 99].map(retryDelayMs)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it("never gives up, and goes on as before once there is an answer", async () => {
    let isDown = true;
    const read = vi.fn<() => Promise<number>>(async () => {
      if (isDown) throw new Error("down");
      return 7;
    });
    const onValue = vi.fn<(value: number) => void>();
    keepReading({ read, everyMs: 60_000, onValue });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(read.mock.calls.length).toBeGreaterThan(2_800);
    expect(onValue).not.toHaveBeenCalled();

    isDown = false;
    await vi.advanceTimersToNextTimerAsync();
    expect(onValue).toHaveBeenCalledExactlyOnceWith(7);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(onValue).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onValue).toHaveBeenCalledTimes(2);

    // The next failure is the first one again.
    isDown = true;
    await vi.advanceTimersByTimeAsync(60_000);
    isDown = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onValue).toHaveBeenCalledTimes(3);
  });

  it("drops an answer that is older than what came another way", async () => {
    const answers: ((value: string) => void)[] = [];
    const onValue = vi.fn<(value: string) => void>();
    const reading = keepReading({
      read: () => new Promise<string>((resolve) => void answers.push(resolve)),
      everyMs: 1_000,
      onValue,
    });
    reading.supersede();
    answers[0]?.("old");
    await vi.advanceTimersByTimeAsync(999);
    expect(onValue).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    answers[1]?.("new");
    await vi.advanceTimersByTimeAsync(0);
    expect(onValue).toHaveBeenCalledExactlyOnceWith("new");
  });
});

const readWord = (body: unknown) => (typeof body === "string" ? body : null);

describe("a channel", () => {
  const fetched = vi.fn<(path: string) => Promise<Response>>();
  const onValue = vi.fn<(value: string, at: number) => void>();
  const open = () =>
    openChannel({ name: "word", path: "/api/word", everyMs: 60_000, read: readWord, onValue });
  const said = () => onValue.mock.calls.map(([value]) => value);

  beforeEach(() => {
    fetched.mockReset();
    onValue.mockReset();
    stubFetch(fetched);
    fetched.mockImplementation(async () => Response.json("fresh"));
  });

  it("begins with what it knew last time, and when that was", async () => {
    vi.setSystemTime("2026-11-21T10:00:00Z");
    open();
    await vi.advanceTimersByTimeAsync(0);
    expect(said()).toEqual(["fresh"]);

    onValue.mockReset();
    fetched.mockRejectedValue(new Error("down"));
    vi.setSystemTime("2026-11-21T12:00:00Z");
    open();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(onValue).toHaveBeenCalledExactlyOnceWith("fresh", Date.parse("2026-11-21T10:00:00Z"));
  });

  it.each([
    ["a refusal", () => new Response("{}", { status: 503 })],
    ["no JSON", () => new Response("<html>")],
    ["another shape", () => Response.json({ error: "x" })],
  ])("keeps what it has over %s, and tries again", async (_, answer) => {
    open();
    await vi.advanceTimersByTimeAsync(0);
    fetched.mockImplementation(async () => answer());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said()).toEqual(["fresh"]);
    expect(recall("word")?.body).toBe("fresh");
    fetched.mockImplementation(async () => Response.json("back"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(said()).toEqual(["fresh", "back"]);
  });

  it("gives up on an answer that does not come, and asks again", async () => {
    const signals: AbortSignal[] = [];
    stubFetch((_: string, { signal }) => {
      if (!signal) throw new Error("The call cannot be given up.");
      signals.push(signal);
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    });
    open();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(signals).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("takes what is pushed, and drops what it cannot read", async () => {
    const channel = open();
    await vi.advanceTimersByTimeAsync(0);
    channel.push("pushed");
    channel.push({ broken: true });
    expect(said()).toEqual(["fresh", "pushed"]);
    expect(recall("word")?.body).toBe("pushed");
  });

  it("works without storage, and over rubbish in it", async () => {
    localStorage.setItem("pointhouse.stream.word", "{");
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    open();
    await vi.advanceTimersByTimeAsync(0);
    expect(said()).toEqual(["fresh"]);
  });
});
