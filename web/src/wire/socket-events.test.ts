import { describe, expect, it } from "vitest";
import { readSocketEvent } from "./socket-events";

const challenge = {
  id: "4",
  title: "Big bones",
  provider: "Kennel",
  task: "",
  description: "",
  image: "",
  minBet: "$0.20",
  multiplier: "500x",
  reward: "$25",
  difficulty: "Hard",
  completed: false,
  rewardPoints: null,
} as const;

describe("a push", () => {
  it("is read when it has the agreed shape, without what else it carries", () => {
    const push = { userId: "7", newPoints: 120, seq: 3, extra: true };
    expect(readSocketEvent("pointsUpdated", push)).toEqual({ userId: "7", newPoints: 120, seq: 3 });
    const states = { gameStates: { dice: true, mines: false } };
    expect(readSocketEvent("allGamesMaintenanceChanged", states)).toEqual(states);
  });

  it("of the challenges is the whole list", () => {
    expect(readSocketEvent("challengesUpdated", [])).toEqual([]);
    expect(readSocketEvent("challengesUpdated", [challenge])).toEqual([challenge]);
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
    ["challengesUpdated", { 0: challenge }],
    ["challengesUpdated", [challenge, null]],
    ["challengesUpdated", [{ ...challenge, id: 4 }]],
    ["challengesUpdated", [{ ...challenge, difficulty: "Brutal" }]],
    ["challengesUpdated", [{ ...challenge, completed: "no" }]],
    ["challengesUpdated", [{ ...challenge, rewardPoints: 1.5 }]],
  ] as const)("%s with %j is dropped", (name, payload) => {
    expect(readSocketEvent(name, payload)).toBeNull();
  });
});
