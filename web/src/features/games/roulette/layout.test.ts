import { describe, expect, it } from "vitest";
import { wheelBetOf } from "./check/wheel";
import { wireBets } from "./chips";
import { colourOf, type Direction, type Spot, spotBeside, spotName, spotOf, spots } from "./layout";
import { covered } from "./odds";
import { rouletteKinds } from "./published-table";

const ofKind = (kind: string) => spots.filter((spot) => spot.kind === kind);

describe("the spots of the table", () => {
  // docs/games.md, section 9.
  it.each([
    ["straight", 37],
    ["split", 57 + 3],
    ["street", 12 + 2],
    ["corner", 22 + 1],
    ["sixline", 11],
    ["dozen", 3],
    ["column", 3],
    ["red", 1],
    ["black", 1],
    ["odd", 1],
    ["even", 1],
    ["low", 1],
    ["high", 1],
  ])("%s: %i", (kind, count) => {
    expect(ofKind(kind)).toHaveLength(count);
  });

  it("are all different, in name and in place", () => {
    expect(spots).toHaveLength(157);
    expect(new Set(spots.map(({ id }) => id)).size).toBe(157);
    expect(new Set(spots.map(spotName)).size).toBe(157);
    expect(new Set(spots.map(({ u, v }) => `${u} ${v}`)).size).toBe(157);
  });

  it("cover as many numbers as their kind", () => {
    for (const kind of rouletteKinds)
      for (const spot of ofKind(kind)) {
        expect(new Set(spot.covers).size, spot.id).toBe(covered[kind]);
      }
  });

  it("are bets that the rules take, with the same winning numbers", () => {
    for (const spot of spots) {
      const bet = wheelBetOf(wireBets({ [spot.id]: 1 })[0], 100);
      const wins = Array.from({ length: 37 }, (_, number) => number).filter(bet.wins);
      expect(wins, spot.id).toEqual([...spot.covers].toSorted((left, right) => left - right));
    }
  });

  it("on a line lie exactly between their numbers", () => {
    for (const spot of [...ofKind("split"), ...ofKind("corner")]) {
      if (spot.covers.includes(0)) continue;
      const cells = spot.covers.map((number) => spotOf(`straight-${number}`));
      const mean = (axis: "u" | "v") =>
        cells.reduce((sum, cell) => sum + (cell?.[axis] ?? Number.NaN), 0) / cells.length;
      expect([spot.u, spot.v], spot.id).toEqual([mean("u"), mean("v")]);
    }
  });

  it("have eighteen red and eighteen black numbers, and a green zero", () => {
    const colours = Array.from({ length: 37 }, (_, number) => colourOf(number));
    expect(colours[0]).toBe("green");
    expect(colours.filter((colour) => colour === "red")).toHaveLength(18);
    expect(colours.filter((colour) => colour === "black")).toHaveLength(18);
  });
});

function at(id: string): Spot {
  const spot = spotOf(id);
  if (spot === undefined) throw new Error(id);
  return spot;
}

describe("the arrow keys", () => {
  it.each<[string, Direction, string]>([
    ["straight-17", "u+", "split-17-20"],
    ["straight-17", "v+", "split-17-18"],
    ["split-17-20", "v+", "corner-17-18-20-21"],
    ["split-17-20", "u+", "straight-20"],
    ["straight-1", "v-", "street-1-2-3"],
    ["street-1-2-3", "u+", "sixline-1-2-3-4-5-6"],
    ["street-1-2-3", "v-", "dozen-1"],
    ["dozen-1", "u+", "dozen-2"],
    ["straight-2", "u-", "split-0-2"],
    ["split-0-2", "u-", "straight-0"],
    ["straight-35", "u+", "column-2"],
    ["straight-0", "u-", "straight-0"],
    ["red", "u+", "black"],
  ])("from %s %s to %s", (from, direction, to) => {
    expect(spotBeside(at(from), direction).id).toBe(to);
  });

  it("reach every spot", () => {
    const seen = new Set<string>(["straight-0"]);
    const open = [at("straight-0")];
    for (let spot = open.pop(); spot !== undefined; spot = open.pop())
      for (const direction of ["u+", "u-", "v+", "v-"] as const) {
        const next = spotBeside(spot, direction);
        if (!seen.has(next.id)) {
          seen.add(next.id);
          open.push(next);
        }
      }
    expect(spots.filter(({ id }) => !seen.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
