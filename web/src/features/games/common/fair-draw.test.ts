import { describe, expect, it } from "vitest";
import vectors from "./checker/round-vectors.json";
import { commitmentTo, openDraws } from "./fair-draw";

describe("the published draws", () => {
  it("match the check values of games.md", async () => {
    const seed = "ab".repeat(32);
    await expect(commitmentTo(seed)).resolves.toBe(
      "271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a",
    );
    const draws = openDraws(seed, "hello", 0);
    const words = [
      await draws.below(2 ** 32),
      await draws.below(2 ** 32),
      await draws.below(2 ** 32),
    ];
    expect(words).toEqual([1306100123, 3952083306, 3150995881]);
  });

  it.each(vectors.fair.commitment)("commit to $server_seed", async ({ server_seed, hash }) => {
    await expect(commitmentTo(server_seed)).resolves.toBe(hash);
  });

  it.each(vectors.fair.below)(
    "are taken and thrown away as stated for $client_seed:$nonce",
    async ({ server_seed, client_seed, nonce, bounds, values }) => {
      const draws = openDraws(server_seed, client_seed, nonce);
      const drawn: number[] = [];
      for (const bound of bounds) drawn.push(await draws.below(bound));
      expect(drawn).toEqual(values);
    },
  );

  it.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])("refuse the bound %d", async (bound) => {
    await expect(openDraws("ab".repeat(32), "hello", 0).below(bound)).rejects.toThrow(RangeError);
  });
});
