import { expect, it } from "vitest";
import { aHunt, aSlot } from "@/features/hunts/test-hunts";
import { filterOf, marked, nextUnopened, timesOf, toggled, valueOf } from "./model";

it("cycles the status on the list, and knows two of them on the page of one", () => {
  expect([toggled("live"), toggled("active"), toggled("completed")]).toEqual([
    "completed",
    "live",
    "active",
  ]);
  expect([marked("live"), marked("active"), marked("completed")]).toEqual([
    "completed",
    "completed",
    "active",
  ]);
});

it("reads the filter of an address", () => {
  expect([filterOf("live"), filterOf("lively"), filterOf(undefined)]).toEqual([
    "live",
    "all",
    "all",
  ]);
});

it("adds up in whole cents", () => {
  expect(valueOf([aHunt({ totalValue: 0.1 }), aHunt({ totalValue: 0.2 })])).toBe(0.3);
});

it("works out the multiplier without the signs of the bet", () => {
  expect(timesOf("240", "$2.00")).toBe(120);
  expect(timesOf("0", "$1,000.00")).toBe(0);
  expect([timesOf("", "$2.00"), timesOf("5", "0"), timesOf("5", "free")]).toEqual([
    null,
    null,
    null,
  ]);
});

it("goes on with the next one, and behind the last one from the top", () => {
  const slots = [
    aSlot({ id: "1" }),
    aSlot({ id: "2", amountWon: 5 }),
    aSlot({ id: "3" }),
    aSlot({ id: "4" }),
  ];
  expect(nextUnopened(slots, "1")?.id).toBe("3");
  expect(nextUnopened(slots, "3")?.id).toBe("4");
  expect(nextUnopened(slots, "4")?.id).toBe("1");
  expect(nextUnopened([aSlot({ id: "1" })], "1")).toBeUndefined();
});
