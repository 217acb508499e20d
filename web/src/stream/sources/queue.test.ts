import { describe, expect, it } from "vitest";
import { createQueue, QUEUE_MAX } from "./queue";
import type { Happening, HappeningKind } from "./state";

const event = (id: string, kind: HappeningKind = "win"): Happening => ({
  id,
  at: 0,
  kind,
  name: "rory",
  isNamed: true,
  title: "",
  amount: 0,
  multiplier: 0,
  isTest: false,
  round: null,
});

describe("the queue of announcements", () => {
  it("shows an interrupted alert again, and leaves out the ones to skip", () => {
    const queue = createQueue();
    queue.skip([event("1")]);
    expect(queue.add(event("1"))).toBe(false);
    queue.add(event("2"));
    queue.add(event("3"));
    const interrupted = queue.next();
    if (interrupted !== null) queue.putBack(interrupted);
    expect([queue.next()?.id, queue.next()?.id]).toEqual(["2", "3"]);
  });

  it("gives each once, in the order in which they came", () => {
    const queue = createQueue();
    expect([queue.add(event("1")), queue.add(event("2")), queue.add(event("1"))]).toEqual([
      true,
      true,
      false,
    ]);
    expect([queue.next()?.id, queue.next()?.id, queue.next()]).toEqual(["1", "2", null]);
    // An event that was shown already is not shown again after a new connection.
    expect(queue.add(event("2"))).toBe(false);
  });

  it("drops the oldest of the least important kind when too many wait", () => {
    const queue = createQueue();
    queue.add(event("winner", "winner"));
    queue.add(event("first linked", "linked"));
    for (let index = 0; index < QUEUE_MAX - 2; index += 1) queue.add(event(`win ${index}`));
    expect(queue.size()).toBe(QUEUE_MAX);
    queue.add(event("challenge", "challenge"));
    queue.add(event("second linked", "linked"));
    queue.add(event("last", "win"));
    expect(queue.size()).toBe(QUEUE_MAX);
    const left = Array.from({ length: QUEUE_MAX }, () => queue.next()?.id);
    expect(left[0]).toBe("winner");
    expect(left).not.toContain("first linked");
    expect(left).not.toContain("second linked");
    expect(left).not.toContain("win 0");
    expect(left.slice(-2)).toEqual(["challenge", "last"]);
  });
});
