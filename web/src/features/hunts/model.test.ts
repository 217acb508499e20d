import { describe, expect, it } from "vitest";
import { bestOf, looked, newsOf, nextOf, sorted } from "./model";
import { aHunt, aSlot, aWhole } from "./test-hunts";

describe("the list", () => {
  const hunts = [
    aHunt({ id: "new", totalSlots: 5, profitLoss: -500 }),
    aHunt({ id: "won", totalSlots: 9, openedSlots: 9, profitLoss: 300 }),
    aHunt({ id: "lost", totalSlots: 2, openedSlots: 2, profitLoss: -80 }),
    aHunt({ id: "old", totalSlots: 9, openedSlots: 9, profitLoss: 10 }),
  ];
  it.each([
    ["date", ["new", "won", "lost", "old"]],
    // One that has not begun has neither profit nor loss.
    ["profit", ["won", "old", "lost", "new"]],
    ["loss", ["lost", "old", "won", "new"]],
    ["most", ["won", "old", "new", "lost"]],
    ["least", ["lost", "new", "won", "old"]],
  ] as const)("by %s", (order, ids) => {
    expect(sorted(hunts, order).map(({ id }) => id)).toEqual(ids);
  });
});

describe("what is looked at", () => {
  const first = aSlot({ id: "1", amountWon: 50 });
  const second = aSlot({ id: "2", slotName: "Opal Rush" });
  const third = aSlot({ id: "3" });

  it("is the first slot that is not opened, unless the hunt is over", () => {
    expect(nextOf(aWhole([first, second, third]))?.id).toBe("2");
    expect(nextOf(aWhole([first, second], { status: "completed" }))).toBeUndefined();
    expect(nextOf(aWhole([first]))).toBeUndefined();
  });

  it("has a best win only where something was won", () => {
    expect(bestOf([second, aSlot({ id: "4", amountWon: 0 })])).toBeUndefined();
    expect(bestOf([first, aSlot({ id: "4", amountWon: 51 })])?.id).toBe("4");
  });

  it("remembers which one was opened before our eyes", () => {
    const start = { slots: [first, second, third], latest: null };
    expect(looked(start, start.slots)).toBe(start);
    const opened = [first, { ...second, opened: true }, third];
    const seen = looked(start, opened);
    expect(seen.latest).toBe("2");
    // Another name for a slot opens none; a slot that is closed again was never opened.
    expect(looked(seen, [{ ...first, slotName: "Other" }, ...opened.slice(1)]).latest).toBe("2");
    expect(looked(seen, [first, second, third]).latest).toBeNull();
  });

  it("is told in words", () => {
    const before = aWhole([second, third]);
    const half = aWhole([{ ...second, opened: true, amountWon: 240, times: 120 }, third]);
    expect(newsOf(before, half)).toEqual([
      "Opal Rush paid $240.00, 120x, mega win",
      "1 of 2 opened",
    ]);
    const over = aWhole([...half.slots.slice(0, 1), aSlot({ id: "3", amountWon: 0 })], {
      status: "completed",
    });
    expect(newsOf(half, over)).toEqual([
      "Thunder Wombat paid $0.00, 0x",
      "2 of 2 opened",
      "The hunt is completed: $140.00 profit",
    ]);
    expect(newsOf(over, over)).toEqual([]);
    const many = ["1", "2", "3", "4"].map((id) => aSlot({ id, amountWon: 1 }));
    expect(newsOf(aWhole([]), aWhole(many))[0]).toBe("4 bonuses opened");
  });
});
