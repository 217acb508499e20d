import type { components } from "@/wire/schema";
import type { BetLimits } from "../common/bet";
import { type Spot, spotOf, spots } from "./layout";
import type { RouletteTable } from "./published-table";
import * as texts from "./texts/en";

/** Bets on a table: points by the id of their spot. Bets on the same spot are one. */
export type Bets = Readonly<Record<string, number>>;

export const noBets: Bets = {};
export const chipValues = [1, 5, 10, 25, 50, 100] as const;
export type ChipValue = (typeof chipValues)[number];

export function totalOf(bets: Bets): number {
  return Object.values(bets).reduce((sum, amount) => sum + amount, 0);
}

export function isEmpty(bets: Bets): boolean {
  return Object.keys(bets).length === 0;
}

/** The bets with some more points on a spot. */
export function withChip(bets: Bets, id: string, amount: number): Bets {
  return { ...bets, [id]: (bets[id] ?? 0) + amount };
}

/** The bets with a chip less on a spot; what lies there when that is less than the chip. */
export function withoutChip(bets: Bets, id: string, amount: number): Bets {
  const { [id]: there = 0, ...others } = bets;
  return there > amount ? { ...bets, [id]: there - amount } : others;
}

export function doubled(bets: Bets): Bets {
  return Object.fromEntries(Object.entries(bets).map(([id, amount]) => [id, 2 * amount]));
}

/** Why a table cannot hold so many points; null when it can. */
export function stakeProblem(total: number, limits: BetLimits, balance: number): string | null {
  if (total > limits.maxBet) return texts.tooHigh(limits.maxBet, total);
  if (total > balance) return texts.balanceTooLow(total);
  return null;
}

type WireBet = components["schemas"]["OneRouletteBet"];

/** The bets as they are sent: in the order of the layout, one for each spot. */
export function wireBets(bets: Bets): WireBet[] {
  return placedSpots(bets).map(wireBet);
}

function wireBet({ spot: { kind, numbers, pick }, amount }: PlacedSpot): WireBet {
  if (numbers !== null) return { kind, amount, numbers: [...numbers] };
  return pick === null ? { kind, amount } : { kind, amount, pick };
}

type PlacedSpot = { spot: Spot; amount: number };

/** The spots that hold points, in the order of the layout. */
export function placedSpots(bets: Bets): PlacedSpot[] {
  return spots.flatMap((spot) => {
    const amount = bets[spot.id];
    return amount === undefined ? [] : [{ spot, amount }];
  });
}

/** What the bets hand back when a number comes. */
export function returnedBy(bets: Bets, number: number, { returns }: RouletteTable): number {
  return Object.entries(bets).reduce((sum, [id, amount]) => {
    const spot = spotOf(id);
    return spot?.covers.includes(number) === true ? sum + amount * returns[spot.kind] : sum;
  }, 0);
}

/** What the bets can do, over all 37 numbers. */
export function outlook(bets: Bets, table: RouletteTable) {
  const total = totalOf(bets);
  const returned = Array.from({ length: 37 }, (_, number) => returnedBy(bets, number, table));
  return {
    total,
    highest: Math.max(...returned),
    /** Numbers that hand back more than the whole stake. */
    profitable: returned.filter((points) => points > total).length,
  };
}
