import { describe, expect, it } from "vitest";
import { readSocketEvent } from "./socket-events";

describe("a push", () => {
  it("is read when it has the agreed shape, without what else it carries", () => {
    const push = { userId: "7", newPoints: 120, seq: 3, extra: true };
    expect(readSocketEvent("pointsUpdated", push)).toEqual({ userId: "7", newPoints: 120, seq: 3 });
    const states = { gameStates: { dice: true, mines: false } };
    expect(readSocketEvent("allGamesMaintenanceChanged", states)).toEqual(states);
  });

  it.each([
    ["pointsUpdated", null],
    ["pointsUpdated", { userId: 7, newPoints: 1, seq: 1 }],
    ["pointsUpdated", { userId: "7", newPoints: 1.5, seq: 1 }],
    ["pointsUpdated", { userId: "7", newPoints: -1, seq: 1 }],
    ["pointsUpdated", { userId: "7", newPoints: 1 }],
    ["gameMaintenanceChanged", { gameId: "dice", disabled: "yes" }],
    ["allGamesMaintenanceChanged", { gameStates: { dice: 1 } }],
    ["gamePaused", { gameId: "dice" }],
  ] as const)("%s with %j is dropped", (name, payload) => {
    expect(readSocketEvent(name, payload)).toBeNull();
  });
});
