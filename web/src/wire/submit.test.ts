import { beforeEach, describe, expect, it, vi } from "vitest";
import { CallFailure } from "./failure";
import { createSubmitter, isChangeUnknown, type SubmitHeaders } from "./submit";

const failure = (status: number, error: string) =>
  new CallFailure({ error, message: error, status });
const lost = () => failure(0, "connection_lost");

const send = vi.fn<(headers: SubmitHeaders) => Promise<string>>();
const keys = () => send.mock.calls.map(([headers]) => headers["Idempotency-Key"]);
let member = "7";
let submitter = createSubmitter("orders", () => member);

/** What a reload leaves: the storage of the tab. */
const reload = () => {
  submitter = createSubmitter("orders", () => member);
};

beforeEach(() => {
  member = "7";
  reload();
  send.mockReset().mockResolvedValue("done");
});

describe("a request", () => {
  it("goes out once when it is answered, and the next one has another key", async () => {
    await expect(submitter.submit({ item: 1 }, send)).resolves.toBe("done");
    await submitter.submit({ item: 1 }, send);
    expect(send).toHaveBeenCalledTimes(2);
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys()).size).toBe(2);
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ["a lost connection", lost()],
    ["a timeout", failure(0, "timeout")],
  ])("goes out once more after %s, with the same key", async (_, thrown) => {
    send.mockRejectedValueOnce(thrown);
    await expect(submitter.submit({ item: 1 }, send)).resolves.toBe("done");
    expect(send).toHaveBeenCalledTimes(2);
    expect(new Set(keys()).size).toBe(1);
  });

  it("is not sent a third time by itself", async () => {
    send.mockRejectedValue(lost());
    await expect(submitter.submit({ item: 1 }, send)).rejects.toMatchObject({
      error: "connection_lost",
    });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it.each([
    [0, "unexpected"],
    [200, "empty_response"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [403, "account_inactive"],
    [403, "http_403"],
    [404, "http_404"],
    [408, "timed_out"],
    [429, "too_many_requests"],
    [500, "internal"],
    [502, "http_502"],
    [503, "maintenance"],
  ])("keeps its key when %i %s does not name its outcome, also over a reload", async (...said) => {
    send.mockRejectedValueOnce(failure(...said));
    await expect(submitter.submit({ item: 1 }, send)).rejects.toMatchObject({ error: said[1] });
    reload();
    await submitter.submit({ item: 1 }, send);
    expect(new Set(keys()).size).toBe(1);
    await submitter.submit({ item: 1 }, send);
    expect(new Set(keys()).size).toBe(2);
  });

  it.each([
    [400, "insufficient_points"],
    [403, "coming_soon"],
    [404, "not_found"],
    [409, "price_changed"],
  ])("ends with %i %s", async (...said) => {
    send.mockRejectedValueOnce(failure(...said));
    await expect(submitter.submit({ item: 1 }, send)).rejects.toMatchObject({ error: said[1] });
    await submitter.submit({ item: 1 }, send);
    expect(new Set(keys()).size).toBe(2);
  });

  it("has its own key beside another one without an answer", async () => {
    send.mockRejectedValue(lost());
    await expect(submitter.submit({ item: 1 }, send)).rejects.toThrow();
    await expect(submitter.submit({ item: 2 }, send)).rejects.toThrow();
    expect(new Set(keys()).size).toBe(2);
    submitter.forget({ item: 2 });
    send.mockResolvedValue("done");
    await submitter.submit({ item: 1 }, send);
    await submitter.submit({ item: 2 }, send);
    expect(new Set(keys()).size).toBe(3);
  });
});

describe("a session", () => {
  it("that ends forgets its keys", async () => {
    send.mockRejectedValue(lost());
    await expect(submitter.submit({ item: 1 }, send)).rejects.toThrow();
    submitter.endSession();
    await expect(submitter.submit({ item: 1 }, send)).rejects.toThrow();
    expect(new Set(keys()).size).toBe(2);
  });

  it("that ends while a request is on its way has it neither repeated nor answered", async () => {
    send.mockImplementation(async () => {
      submitter.endSession();
      throw lost();
    });
    await expect(submitter.submit({ item: 1 }, send)).rejects.toMatchObject({
      error: "session_ended",
    });
    expect(send).toHaveBeenCalledTimes(1);
    send.mockImplementation(async () => {
      submitter.endSession();
      return "done";
    });
    await expect(submitter.submit({ item: 1 }, send)).rejects.toMatchObject({
      error: "session_ended",
    });
  });

  it("of another member after a reload finds no keys", async () => {
    send.mockRejectedValueOnce(failure(500, "internal"));
    await expect(submitter.submit({ item: 1 }, send)).rejects.toThrow();
    member = "8";
    reload();
    await submitter.submit({ item: 1 }, send);
    expect(new Set(keys()).size).toBe(2);
  });
});

it("keeps keys where the browser forbids storage", async () => {
  for (const method of ["getItem", "setItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
  send.mockRejectedValueOnce(failure(500, "internal"));
  await expect(submitter.submit({ item: 1 }, send)).rejects.toThrow();
  await submitter.submit({ item: 1 }, send);
  expect(new Set(keys()).size).toBe(1);
});

it.each([
  [0, "connection_lost", true],
  [0, "timeout", true],
  [200, "empty_response", true],
  [502, "http_502", true],
  [500, "internal", true],
  [503, "read_only", false],
  [429, "too_many_requests", false],
  [401, "unauthorized", false],
  [409, "changed", false],
])("does not know of a change without a key after %i %s: %s", (status, error, isUnknown) => {
  expect(isChangeUnknown(failure(status, error))).toBe(isUnknown);
});
