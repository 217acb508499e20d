import { Refusal, wholeIn } from "../../common/checker/inputs";
import { type Fields, isFields } from "../../common/tables/reading";
import { type RouletteKind, rouletteKinds } from "../published-table";

export type Colour = "red" | "black" | "green";

const red = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

export function colourOf(number: number): Colour {
  if (number === 0) return "green";
  return red.has(number) ? "red" : "black";
}

/** A bet on the layout with the numbers that win it. */
export type WheelBet = { kind: RouletteKind; amount: number; wins: (number: number) => boolean };

type InsideKind = "straight" | "split" | "street" | "corner" | "sixline";

/** Every inside bet of the layout: twelve rows of three numbers, and those that touch the zero. */
const inside: Readonly<Record<InsideKind, ReadonlySet<string>>> = layOut();

function layOut(): Record<InsideKind, Set<string>> {
  const bets = {
    straight: new Set<string>(["0"]),
    split: new Set([key(0, 1), key(0, 2), key(0, 3)]),
    street: new Set([key(0, 1, 2), key(0, 2, 3)]),
    corner: new Set([key(0, 1, 2, 3)]),
    sixline: new Set<string>(),
  };
  for (let number = 1; number <= 36; number += 1) {
    const isRowEnd = number % 3 === 0;
    const isLastRow = number > 33;
    bets.straight.add(key(number));
    if (!isRowEnd) bets.split.add(key(number, number + 1));
    if (!isLastRow) bets.split.add(key(number, number + 3));
    if (!isRowEnd && !isLastRow) bets.corner.add(key(number, number + 1, number + 3, number + 4));
    if (number % 3 !== 1) continue;
    const row = [number, number + 1, number + 2];
    bets.street.add(key(...row));
    if (!isLastRow) bets.sixline.add(key(...row, ...row.map((other) => other + 3)));
  }
  return bets;
}

function key(...numbers: number[]): string {
  return numbers.join("-");
}

function isInside(kind: RouletteKind): kind is InsideKind {
  return kind in inside;
}

/** Reads one bet. */
export function wheelBetOf(given: unknown, maxAmount: number): WheelBet {
  const bet: Fields = isFields(given) ? given : {};
  const amount = wholeIn(bet.amount, 1, maxAmount);
  if (amount === null) throw new Refusal("bad_bet");
  const kind = rouletteKinds.find((name) => name === bet.kind);
  if (kind === undefined) throw new Refusal("bad_kind");
  if (isInside(kind)) return { kind, amount, wins: insideWins(kind, bet.numbers) };
  if (kind === "dozen" || kind === "column") {
    const pick = wholeIn(bet.pick, 1, 3);
    if (pick === null) throw new Refusal("bad_kind");
    const group = kind === "dozen" ? dozenOf : columnOf;
    return { kind, amount, wins: (number) => number > 0 && group(number) === pick };
  }
  return { kind, amount, wins: (number) => number > 0 && outside[kind](number) };
}

const dozenOf = (number: number) => Math.ceil(number / 12);
const columnOf = (number: number) => ((number - 1) % 3) + 1;

const outside: Readonly<
  Record<"red" | "black" | "odd" | "even" | "low" | "high", (number: number) => boolean>
> = {
  red: (number) => red.has(number),
  black: (number) => !red.has(number),
  odd: (number) => number % 2 === 1,
  even: (number) => number % 2 === 0,
  low: (number) => number <= 18,
  high: (number) => number >= 19,
};

function insideWins(kind: InsideKind, given: unknown): (number: number) => boolean {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const numbers = list.map((value) => wholeIn(value, 0, 36)).filter((value) => value !== null);
  const place = numbers.toSorted((left, right) => left - right).join("-");
  if (numbers.length !== list.length || !inside[kind].has(place)) throw new Refusal("bad_numbers");
  return (number) => numbers.includes(number);
}
