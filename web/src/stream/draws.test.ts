import { expect, it, vi } from "vitest";
import { watchDraws } from "./draws";
import type { Giveaway } from "./facts";

const giveaway = (id: string, winner: string | null): Giveaway => ({
  id,
  title: "Friday",
  prize: "A hat",
  startsAt: 0,
  endsAt: 1,
  isEnded: winner !== null,
  isFree: true,
  entryCost: 0,
  ticketCount: 3,
  winner,
});

function watch() {
  const found = vi.fn<(drawn: Giveaway) => void>();
  return { take: watchDraws(found), winners: () => found.mock.calls.map(([{ winner }]) => winner) };
}

it("finds a draw once, whatever name the winner has later", () => {
  const { take, winners } = watch();
  take([giveaway("1", null)], 0);
  take([giveaway("1", "ro***")], 1_000);
  take([giveaway("1", "ro***")], 2_000);
  expect(winners()).toEqual(["ro***"]);
  take([giveaway("1", "rory")], 3_000);
  expect(winners()).toEqual(["ro***"]);
});

it("finds none in the answer that it begins with", () => {
  const { take, winners } = watch();
  take([giveaway("1", "ro***"), giveaway("2", null)], 0);
  expect(winners()).toEqual([]);
});

it("tells no old news after it was away", () => {
  const { take, winners } = watch();
  take([giveaway("1", null)], 0);
  take([giveaway("1", "ro***")], 90_000);
  expect(winners()).toEqual([]);
  take([giveaway("1", "ro***"), giveaway("2", "mi***")], 179_999);
  expect(winners()).toEqual(["mi***"]);
});
