import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  closeWallet,
  currentBalance,
  holdBalance,
  onBalance,
  openWallet,
  recordBalance,
  recordPush,
  shownBalance,
} from "./balance";

beforeEach(() => {
  closeWallet();
  openWallet("7", 100);
});

describe("the order of statements", () => {
  it("keeps the highest sequence, however late others arrive", () => {
    recordBalance({ balance: 90, seq: 11 });
    recordBalance({ balance: 109, seq: 12 });
    recordBalance({ balance: 90, seq: 11 });
    expect(currentBalance()).toBe(109);
  });

  it("takes the same statement twice as one", () => {
    const listener = vi.fn();
    const stop = onBalance(listener);
    recordBalance({ balance: 90, seq: 11 });
    recordPush({ userId: "7", newPoints: 90, seq: 11 });
    stop();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("ignores another member's push", () => {
    recordPush({ userId: "8", newPoints: 5, seq: 50 });
    expect(currentBalance()).toBe(100);
  });

  it("replaces what an earlier visit left, whatever its number", () => {
    recordBalance({ balance: 60, seq: 0 });
    expect(currentBalance()).toBe(60);
  });

  it("starts over with another member", () => {
    recordBalance({ balance: 90, seq: 11 });
    closeWallet();
    openWallet("8", 40);
    recordPush({ userId: "8", newPoints: 50, seq: 2 });
    expect(currentBalance()).toBe(50);
  });
});

describe("the hold of an animation", () => {
  it("shows the old amount until it ends, while the balance is known", () => {
    const release = holdBalance();
    recordBalance({ balance: 109, seq: 12 });
    expect(shownBalance()).toBe(100);
    expect(currentBalance()).toBe(109);
    release();
    expect(shownBalance()).toBe(109);
  });

  it("waits for the last of several, and counts none twice", () => {
    const first = holdBalance();
    const second = holdBalance();
    recordBalance({ balance: 109, seq: 12 });
    first();
    first();
    expect(shownBalance()).toBe(100);
    second();
    expect(shownBalance()).toBe(109);
  });

  it("shows what it is given while others remain, and the balance after the last", () => {
    const first = holdBalance();
    const second = holdBalance();
    recordBalance({ balance: 90, seq: 11 });
    recordBalance({ balance: 109, seq: 12 });
    first(90);
    expect(shownBalance()).toBe(90);
    second(5);
    expect(shownBalance()).toBe(109);
  });

  it("of a member who left does not touch the next one's", () => {
    const old = holdBalance();
    closeWallet();
    openWallet("8", 40);
    const own = holdBalance();
    recordBalance({ balance: 50, seq: 3 });
    old();
    expect(shownBalance()).toBe(40);
    own();
    expect(shownBalance()).toBe(50);
  });
});
