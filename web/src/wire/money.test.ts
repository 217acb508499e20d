import { describe, expect, it, vi } from "vitest";
import { CallFailure } from "./failure";
import { sendMoney } from "./money";

const lost = () => new CallFailure({ error: "connection_lost", message: "Lost", status: 0 });
const slow = () => new CallFailure({ error: "timeout", message: "Slow", status: 0 });
const short = () =>
  new CallFailure({ error: "insufficient_points", message: "Insufficient points", status: 400 });

describe("a call that moves points", () => {
  it("goes out once when it is answered", async () => {
    const send = vi.fn<(key: string) => Promise<string>>().mockResolvedValue("done");
    await expect(sendMoney(send)).resolves.toBe("done");
    expect(send).toHaveBeenCalledTimes(1);
    expect(send.mock.calls[0]?.[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ["a lost connection", lost],
    ["a timeout", slow],
  ])("goes out once more after %s, with the same key", async (_, failure) => {
    const send = vi
      .fn<(key: string) => Promise<string>>()
      .mockRejectedValueOnce(failure())
      .mockResolvedValueOnce("done");
    await expect(sendMoney(send)).resolves.toBe("done");
    expect(send).toHaveBeenCalledTimes(2);
    expect(send.mock.calls[1]?.[0]).toBe(send.mock.calls[0]?.[0]);
  });

  it("gives up after the second silence", async () => {
    const send = vi.fn<(key: string) => Promise<string>>().mockImplementation(async () => {
      throw lost();
    });
    await expect(sendMoney(send)).rejects.toMatchObject({ error: "connection_lost" });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("does not repeat a refusal", async () => {
    const send = vi.fn<(key: string) => Promise<string>>().mockRejectedValue(short());
    await expect(sendMoney(send)).rejects.toMatchObject({ error: "insufficient_points" });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("takes a new key for every call", async () => {
    const keys = new Set<string>();
    for (let i = 0; i < 50; i += 1)
      await sendMoney(async (key) => {
        keys.add(key);
      });
    expect(keys.size).toBe(50);
  });
});
