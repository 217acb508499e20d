import { describe, expect, it } from "vitest";
import { shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { deliver } from "@/wire/socket";
import { POLL_MS } from "./availability";
import { delay } from "./instant-table";
import {
  calls,
  enter,
  fetched,
  game,
  limits,
  lost,
  pass,
  push,
  roundWith,
  SHOW_MS,
  serve,
  server,
  start,
  table,
} from "./test-step-table";

describe("a round of another window", () => {
  it("goes on here as it is pushed, and is read once", async () => {
    await enter();
    server.round = roundWith({ detail: { picks: 1, steps: [{}] } });
    push({ steps: 0 });
    push({ steps: 1 });
    await pass(250);
    expect(table().round).toMatchObject({ picks: 1, isOpen: true });
    expect(calls("/state")).toHaveLength(2);

    server.round = roundWith({ detail: { picks: 1, steps: [{}] }, result: "loss" });
    push({ steps: null });
    await pass(250);
    expect(table().round?.isOpen).toBe(false);
    expect(table().notice?.text).toBe("Your round has already ended.");
    game.leave();
  });

  it("costs nothing when it is the own one, or of another game", async () => {
    await enter();
    const before = calls("/state").length;
    fetched.mockImplementationOnce(async () => {
      server.round = roundWith({ detail: { picks: 0, steps: [] } });
      return jsonAnswer({ success: true, round: server.round, balance: 90, seq: 1 });
    });
    await Promise.all([start(), pass(SHOW_MS)]);
    push({ steps: 0 });
    deliver("roundUpdated", { gameId: "blackjack", id: "r9", steps: 0 });
    await pass(250);
    expect(calls("/state")).toHaveLength(before);
    game.leave();
  });

  it("is read again when it moved on during the read", async () => {
    await enter();
    fetched.mockImplementationOnce(async () => {
      const round = roundWith({ detail: { picks: 1, steps: [{}] } });
      await delay(400);
      return jsonAnswer({ success: true, round });
    });
    push({ steps: 1 });
    await pass(250);
    server.round = roundWith({ detail: { picks: 2, steps: [{}, {}] } });
    push({ steps: 2 });
    await pass(400);
    expect(table().round).toMatchObject({ picks: 2 });
    game.leave();
  });

  it("is not read for a push that comes after the answer to the next move", async () => {
    await enter();
    server.round = roundWith({ id: "7-2", detail: { picks: 2, steps: [{}, {}] } });
    push({ id: "7-2", steps: 2 });
    await pass(250);
    const before = calls("/state").length;
    push({ id: "7-2", steps: 1 });
    push({ id: "7-1", steps: 1 });
    await pass(250);
    expect(calls("/state")).toHaveLength(before);
    game.leave();
  });

  it("waits until the own move has been shown", async () => {
    await enter();
    const shown = Promise.all([start(), pass(0)]);
    server.round = roundWith({ id: "7-2", detail: { picks: 2, steps: [{}, {}] } });
    push({ id: "7-2", steps: 2 });
    const before = calls("/state").length;
    await pass(SHOW_MS - 1);
    expect(calls("/state")).toHaveLength(before);
    await pass(251);
    await shown;
    expect(table().round).toMatchObject({ id: "7-2", picks: 2 });
    game.leave();
  });
});

describe("leaving", () => {
  it("lets a move finish unseen, and reads after its answer at the next entry", async () => {
    await enter();
    fetched.mockImplementationOnce(async (request) => {
      await delay(500);
      return serve(request);
    });
    void start();
    game.leave();
    expect(table().round).toBeNull();
    game.enter(limits);
    await pass(500 + SHOW_MS);
    expect(table()).toMatchObject({ phase: "idle", round: { isOpen: true } });
    expect(shownBalance()).toBe(90);
  });

  it("ends the asking for a server that does not answer", async () => {
    fetched.mockImplementation(lost);
    await enter();
    game.leave();
    await pass(POLL_MS);
    const before = fetched.mock.calls.length;
    await pass(5 * POLL_MS);
    expect(fetched.mock.calls.length).toBe(before);
  });

  it("reads the table again when the window is seen again", async () => {
    await enter();
    server.round = roundWith({ detail: { picks: 2 } });
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(0);
    expect(table().round?.picks).toBe(2);
    game.leave();
    const before = fetched.mock.calls.length;
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(0);
    expect(fetched.mock.calls.length).toBe(before);
  });
});
