import { beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, currentBalance, openWallet, shownBalance } from "@/features/wallet/balance";
import { noteOutage } from "@/wire/outage";
import { POLL_MS } from "./availability";
import { delay, SLOW_MS } from "./instant-table";
import {
  calls,
  enter,
  fetched,
  game,
  limits,
  lost,
  pass,
  RESULT_MS,
  refusal,
  reveal,
  roundWith,
  SHOW_MS,
  serve,
  server,
  start,
  table,
  useTable,
} from "./test-step-table";

it("opens with at most a tenth of the balance until a bet is chosen", async () => {
  closeWallet();
  openWallet("8", 25);
  await enter();
  expect(table().betText).toBe("2");
  game.leave();
  game.setBetText("20");
  await enter();
  expect(table().betText).toBe("20");
  useTable.setState({ hasChosenBet: false, betText: "10" });
});

describe("entering", () => {
  it("finds an empty table", async () => {
    expect(table().phase).toBe("reading");
    await enter();
    expect(table()).toMatchObject({ phase: "idle", round: null });
  });

  it("goes on with the open round at once, without its animation", async () => {
    server.round = roundWith({ detail: { picks: 2 } });
    await enter();
    expect(table()).toMatchObject({ phase: "idle", showing: null, round: { picks: 2 } });
    expect(shownBalance()).toBe(100);
  });

  it("lets nothing be moved before the server has said how the table stands", async () => {
    game.enter(limits);
    void start();
    await pass(0);
    expect(calls("/start")).toHaveLength(0);
  });

  it("asks again until something answers", async () => {
    fetched.mockImplementation(lost);
    await enter();
    expect(table()).toMatchObject({ phase: "reading", notice: { tone: "error" } });
    server.round = roundWith({ detail: { picks: 1 } });
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", notice: null, round: { picks: 1 } });
  });

  it("can be played on when the state is refused", async () => {
    fetched.mockImplementationOnce(async () => refusal(500, "broken", "Broken"));
    await enter();
    expect(table()).toMatchObject({ phase: "idle", notice: { text: "Broken" } });
  });
});

describe("a move", () => {
  beforeEach(enter);

  it("holds the balance until its animation has ended", async () => {
    void start();
    await pass(0);
    expect(table()).toMatchObject({ phase: "showing", round: null, showing: { picks: 0 } });
    expect(currentBalance()).toBe(90);
    expect(shownBalance()).toBe(100);
    await pass(SHOW_MS);
    expect(table()).toMatchObject({ phase: "idle", showing: null, round: { isOpen: true } });
    expect(shownBalance()).toBe(90);
  });

  it("is shown at once with reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    void start();
    await pass(0);
    expect(table().phase).toBe("idle");
  });

  it("is sent once, however often it is pressed", async () => {
    void start();
    void start();
    await pass(SHOW_MS);
    void reveal(4);
    void reveal(4);
    void reveal(5);
    await pass(0);
    void reveal(6);
    await pass(SHOW_MS);
    expect(calls("/start")).toHaveLength(1);
    expect(calls("/reveal")).toHaveLength(1);
    expect(table().round?.picks).toBe(1);
  });

  it("out of turn is not sent at all", async () => {
    void reveal();
    await pass(0);
    void start();
    await pass(SHOW_MS);
    void start();
    await pass(0);
    expect(calls("/reveal")).toHaveLength(0);
    expect(calls("/start")).toHaveLength(1);
  });

  it("that ends the round leaves its result for two seconds, or until it is pressed", async () => {
    for (const move of [start, reveal, reveal, reveal]) await Promise.all([move(), pass(SHOW_MS)]);
    expect(table().round).toMatchObject({ isOpen: false, payout: 30 });
    expect(shownBalance()).toBe(120);
    await pass(RESULT_MS - 1);
    expect(table().round).not.toBeNull();
    await pass(1);
    expect(table().round).toBeNull();

    for (const move of [start, reveal, reveal, reveal]) await Promise.all([move(), pass(SHOW_MS)]);
    game.clear();
    expect(table().round).toBeNull();
    await Promise.all([start(), pass(SHOW_MS)]);
    // The timer of the result that was cleared must not take the open round away.
    await pass(RESULT_MS);
    expect(table().round?.isOpen).toBe(true);
  });

  it("never clears an open round", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    game.clear();
    expect(table().round?.isOpen).toBe(true);
  });
});

describe("a refused move", () => {
  beforeEach(enter);

  it("opens the popup when points are short, and gives the balance free", async () => {
    fetched.mockImplementationOnce(async () =>
      refusal(400, "insufficient_points", "Insufficient points"),
    );
    void start();
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", isShort: true, notice: null });
    expect(shownBalance()).toBe(100);
  });

  it("says why in the server's words", async () => {
    fetched.mockImplementationOnce(async () =>
      refusal(403, "account_inactive", "Your account is inactive"),
    );
    void start();
    await pass(0);
    expect(table().notice).toEqual({ tone: "error", text: "Your account is inactive" });
  });

  it("finds the round that another window has opened", async () => {
    server.round = roundWith({ detail: { picks: 2 } });
    void start();
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", round: { picks: 2, isOpen: true } });
    expect(table().notice?.text).toContain("still open");
  });

  it("finds the end of a round that another window has played on", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    server.round = roundWith({ detail: { picks: 3 }, payout: 30, result: "win" });
    void reveal();
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", round: { isOpen: false, payout: 30 } });
    expect(table().notice?.text).toContain("already ended");
  });
});

describe("a lost connection", () => {
  beforeEach(enter);

  it("repeats the move once with the same key", async () => {
    fetched.mockImplementationOnce(lost);
    void start();
    await pass(SHOW_MS);
    const keys = calls("/start").map(([request]) => request.headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(table().round?.isOpen).toBe(true);
  });

  it("reads the table when it is back, says that the pick counted, and goes on", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    // The server took the pick, and no answer ever arrived.
    fetched.mockImplementation(lost);
    void reveal();
    await pass(0);
    expect(table()).toMatchObject({ phase: "reading", asked: null });
    expect(table().notice?.text).toBe("Checking whether the pick counted");
    void reveal(9);
    await pass(0);
    server.round = roundWith({ detail: { picks: 1 } });
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", round: { picks: 1 } });
    expect(table().notice).toEqual({
      tone: "info",
      text: "The pick counted",
    });
    expect(calls("/reveal")).toHaveLength(2);
  });

  it("says that the pick did not count, and sends the same one with its key", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    fetched.mockImplementation(lost);
    void reveal(4);
    await pass(0);
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", round: { picks: 0 } });
    expect(table().notice?.text).toBe("The pick did not count");
    await Promise.all([reveal(4), pass(SHOW_MS)]);
    expect(table()).toMatchObject({ round: { picks: 1 }, notice: null });
    const keys = calls("/reveal").map(([request]) => request.headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it("shows the round of a bet whose answer was lost", async () => {
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    expect(table().notice?.text).toBe("Connection lost. Checking whether your bet counted…");
    server.round = roundWith({});
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", round: { isOpen: true } });
    expect(table().notice?.text).toBe("Your bet was placed. This is its round.");
  });

  it("shows the round of a lost bet that has already ended", async () => {
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    const createdAt = new Date().toISOString();
    server.history = [roundWith({ id: "r2", createdAt, result: "win", payout: 25 })];
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ round: { id: "r2", payout: 25, isOpen: false } });
    expect(table().notice?.text).toContain("Your bet was placed.");
  });

  it("says that a bet was not placed, and does not take an older round for its own", async () => {
    server.history = [roundWith({ id: "r0", result: "loss" })];
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", round: null });
    expect(table().notice?.text).toBe("Your bet was not placed. No points were taken.");
  });

  it("says that the connection is back only after the site was offline", async () => {
    noteOutage()();
    await pass(1);
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table().notice?.text).toBe("Your bet was not placed. No points were taken.");

    const endOutage = noteOutage();
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    endOutage();
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table().notice?.text).toBe(
      "You're back online. Your bet was not placed. No points were taken.",
    );

    // The page still says that it reconnects: the calls get through before it does.
    const endAnother = noteOutage();
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table().notice?.text).toBe("Your bet was not placed. No points were taken.");
    endAnother();
  });

  it("behind a proxy that answers in place of the server is one, too", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    fetched.mockImplementation(async () => new Response("Bad gateway", { status: 502 }));
    void reveal();
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "reading" });
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table().notice?.text).toContain("The pick did not count");
  });

  it("shows that an answer is waited for", async () => {
    fetched.mockImplementationOnce(async (request) => {
      await delay(SLOW_MS + 1);
      return serve(request);
    });
    void start();
    await pass(SLOW_MS - 1);
    expect(table().isSlow).toBe(false);
    await pass(1);
    expect(table().isSlow).toBe(true);
    await pass(1);
    expect(table()).toMatchObject({ phase: "showing", isSlow: false });
    await pass(SHOW_MS);
  });
});
