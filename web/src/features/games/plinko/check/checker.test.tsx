import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { commitmentTo } from "../../common/fair-draw";
import { rulesHashOf } from "../../common/tables/canonical";
import { UnreadableTable } from "../../common/tables/reading";
import published from "../published.json";
import { checker } from "./checker";
import vectors from "./vectors.json";

type Vector = { server_seed: string; client_seed: string; nonce: number; params: object };

function recompute(vector: Vector, table: unknown = published) {
  const { server_seed: serverSeed, client_seed: clientSeed, nonce } = vector;
  const play = { params: { ...vector.params }, actions: [] };
  return checker.recompute({ serverSeed, clientSeed, nonce }, play, table);
}

describe("the published rounds", () => {
  it("are all here", () => {
    expect(vectors.plinko).toHaveLength(30);
    expect(vectors.refused).toHaveLength(6);
  });

  it.each(vectors.plinko)("$id", async (vector) => {
    expect(await commitmentTo(vector.server_seed)).toBe(vector.server_seed_hash);
    const { outcome } = await recompute(vector);
    expect(outcome).toEqual(vector.expect);
  });

  it.each(vectors.refused)("$error: $params", async (vector) => {
    await expect(recompute(vector)).rejects.toMatchObject({ code: vector.error });
    expect(checker.refusals[vector.error]?.[0]).toBe(vector.error.replace("bad_", ""));
  });
});

it("the table is the one that a fresh site publishes", async () => {
  expect(await rulesHashOf(published)).toBe(
    "3eca0d3753d5cbc11471ef62ab941445777ed2fcd7ea96be608b51ab91610780",
  );
  expect(checker.published).toBe(published);
});

describe("a table of another shape is refused:", () => {
  const [vector] = vectors.plinko;
  if (vector === undefined) throw new Error("There are no vectors.");
  const { "8": eight, ...others } = published.boards;
  const withEight = (board: object) => ({ ...published, boards: { ...others, 8: board } });
  it.each<[string, unknown]>([
    ["no boards", { ...published, boards: undefined }],
    ["a board less", { ...published, boards: others }],
    ["a risk less", withEight({ low: eight.low, medium: eight.medium })],
    ["a bucket less", withEight({ ...eight, low: eight.low.slice(1) })],
    ["a finer multiplier", withEight({ ...eight, low: ["5.605", ...eight.low.slice(1)] })],
    ["no step", { ...published, bet_step: "10" }],
  ])("%s", async (_, table) => {
    await expect(recompute(vector, table)).rejects.toBeInstanceOf(UnreadableTable);
  });
});

describe("the drawn result", () => {
  it.each(vectors.plinko.slice(0, 3))(
    "of $id names path, bucket and multiplier",
    async (vector) => {
      const { result } = await recompute(vector);
      render(result);
      const { path, bucket, multiplier } = vector.expect;
      expect(screen.getByText(path)).toBeVisible();
      const text = `Bucket ${bucket + 1} of ${vector.params.rows + 1}, ${multiplier}×`;
      expect(screen.getByText(text)).toBeVisible();
    },
  );
});

it("the fields read what the rules take, and the example is a bet of the table", async () => {
  const typed = Object.fromEntries(checker.fields.map(({ name, initial }) => [name, initial]));
  const params = Object.fromEntries(
    checker.fields.map(({ name, read }) => [
      name,
      read(checker.example[name] ?? typed[name] ?? ""),
    ]),
  );
  expect(params).toEqual({ bet: 10, rows: 16, risk: "high" });
  const vector = { server_seed: "0".repeat(64), client_seed: "example", nonce: 0, params };
  await expect(recompute(vector)).resolves.toBeDefined();
});
