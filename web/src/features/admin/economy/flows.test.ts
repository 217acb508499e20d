import { expect, it } from "vitest";
import { bySource, dayFlows, type EconomyDay, sourceName, total } from "./flows";

const days: readonly EconomyDay[] = [
  {
    day: "2026-11-20",
    flows: [
      { source: "admins", minted: 100, burned: 20 },
      { source: "dice", minted: 198, burned: 110 },
      { source: "keno", minted: 0, burned: 50 },
    ],
  },
  { day: "2026-11-21", flows: [] },
  { day: "2026-11-22", flows: [{ source: "refunds", minted: 50, burned: 0 }] },
];

it("sums up games as one, and days without anything as nothing", () => {
  const [first, second] = dayFlows(days);
  expect(first?.of.games).toEqual({ minted: 198, burned: 160 });
  expect(first?.all).toEqual({ minted: 298, burned: 180 });
  expect(second?.all).toEqual({ minted: 0, burned: 0 });
  expect(total(dayFlows(days))).toEqual({ minted: 348, burned: 180 });
  expect(total(dayFlows(days), "corrections")).toEqual({ minted: 50, burned: 0 });
});

it("leaves out what is hidden", () => {
  const shown = dayFlows(days, new Set(["games"] as const));
  expect(shown[0]?.all).toEqual({ minted: 100, burned: 20 });
  expect(total(shown, "games")).toEqual({ minted: 0, burned: 0 });
});

it("names each source by what it moved, the largest first", () => {
  expect(bySource(days)).toEqual([
    { source: "dice", minted: 198, burned: 110 },
    { source: "admins", minted: 100, burned: 20 },
    { source: "keno", minted: 0, burned: 50 },
    { source: "refunds", minted: 50, burned: 0 },
  ]);
  expect(sourceName("slot")).toBe("Downunder Dawgs");
  expect(sourceName("somethingNew")).toBe("somethingNew");
});
