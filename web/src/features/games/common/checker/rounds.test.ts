import { describe, expect, it } from "vitest";
import { games } from "../../registry";
import { commitmentTo, openDraws, pick } from "../fair-draw";
import { compareGiveaway } from "./check";
import { fairLimit, type Purchase, proveGiveaway } from "./giveaway";
import vectors from "./round-vectors.json";

type Vector = {
  server_seed: string;
  server_seed_hash?: string;
  client_seed: string;
  nonce: number;
  params: object;
  actions?: readonly (number | string)[];
};

type Checked = keyof typeof vectors & (typeof games)[number]["id"];

async function checkerOf(id: string) {
  const game = games.find((one) => one.id === id);
  if (game === undefined) throw new Error(`No game ${id}`);
  return game.checker();
}

/** A round recomputed with a table, the published one unless another is given. */
async function recompute(id: string, vector: Vector, table?: object) {
  const checker = await checkerOf(id);
  const { server_seed: serverSeed, client_seed: clientSeed, nonce } = vector;
  const play = { params: { ...vector.params }, actions: vector.actions ?? [] };
  const seeds = { serverSeed, clientSeed, nonce };
  return (await checker.recompute(seeds, play, table ?? checker.published)).outcome;
}

const ids: readonly Checked[] = ["dice", "limbo", "mines", "keno", "blackjack", "slot", "roulette"];

const rounds = ids.flatMap((game) =>
  vectors[game].map((vector): [Checked, string, Vector & { expect: object }] => [
    game,
    vector.id,
    vector,
  ]),
);

describe("the published rounds", () => {
  it("are all here", () => {
    expect(rounds.length).toBe(210);
    expect(vectors.giveaway.length).toBe(12);
    expect(vectors.refused.length).toBe(41);
  });

  it.each(rounds)("%s: %s", async (game, _, vector) => {
    await expect(recompute(game, vector)).resolves.toEqual(vector.expect);
    await expect(commitmentTo(vector.server_seed)).resolves.toBe(vector.server_seed_hash);
  });

  it.each(vectors.giveaway)(
    "$id",
    async ({ server_seed, giveaway_id, entries, expect: stated }) => {
      const list: readonly Purchase[] = entries;
      const draw = await proveGiveaway({ serverSeed: server_seed, id: giveaway_id, entries: list });
      expect(draw.proof).toEqual(stated);
    },
  );
});

describe("what the rules refuse", () => {
  it.each(vectors.refused)("$game $params $actions is $error", async (vector) => {
    await expect(recompute(vector.game, vector)).rejects.toMatchObject({
      name: "Refusal",
      code: vector.error,
    });
  });
});

describe("draws", () => {
  it.each(vectors.fair.pick)(
    "pick $count of $size for $client_seed:$nonce",
    async ({ server_seed, client_seed, nonce, size, count, items }) => {
      const draws = openDraws(server_seed, client_seed, nonce);
      await expect(pick(draws, size, count)).resolves.toEqual(items);
    },
  );

  it.each(vectors.fair.words)(
    "words of $client_seed:$nonce",
    async ({ server_seed, client_seed, nonce, words }) => {
      const draws = openDraws(server_seed, client_seed, nonce);
      for (const word of words) expect(await draws.below(2 ** 32)).toBe(word);
    },
  );
});

describe("rules beside the vectors", () => {
  const seeds = { server_seed: "ab".repeat(32), client_seed: "hello", nonce: 0 };

  it("match the check values of games.md", async () => {
    const draws = () => openDraws(seeds.server_seed, seeds.client_seed, seeds.nonce);
    await expect(pick(draws(), 25, 3)).resolves.toEqual([23, 19, 0]);
    const hand = await recompute("blackjack", { ...seeds, params: { bet: 1 } });
    expect(hand).toMatchObject({ player: ["4S", "8D"], dealer: ["3D", "2H"] });
  });

  it("pay by the table they are given", async () => {
    const published = await checkerOf("dice").then((checker) => checker.published);
    const params = { bet: 100, target: 50, direction: "under" };
    const table = { ...(published as object), return_percent: 90 };
    await expect(recompute("dice", { ...seeds, params }, table)).resolves.toMatchObject({
      payout: 180,
    });
  });

  it("settle mines that were left open: paid with a gem, returned without", async () => {
    const params = { bet: 10, mines: 3 };
    const [withGem, without] = await Promise.all(
      [[1, "settle"], ["settle"]].map((actions) =>
        recompute("mines", { ...seeds, params, actions }),
      ),
    );
    expect(withGem).toMatchObject({ status: "cashed_out", payout: 11 });
    expect(without).toMatchObject({ status: "refunded", multiplier: "1.00", payout: 10 });
  });

  it("refuse a table they cannot read", async () => {
    const vector = { ...seeds, params: { bet: 1 } };
    await expect(recompute("slot", vector, { preset: "balanced" })).rejects.toMatchObject({
      name: "UnreadableTable",
    });
  });
});

describe("a giveaway", () => {
  const inputs = {
    serverSeed: "ab".repeat(32),
    id: "g1",
    entries: [
      { account_id: "A100", count: 3 },
      { account_id: "A200", count: 1 },
    ],
  };

  it("matches the check value of games.md", async () => {
    const { proof, text, draws } = await proveGiveaway(inputs);
    expect(text).toBe("giveaway:g1:4\n0:3:A100\n3:1:A200\n");
    expect(proof).toMatchObject({
      clientSeed: "0c78bb8a6170cc3cafe3bca84055138567cc1eeed634e658dcac07506236ed35",
      winnerHash: "8ac76b661a4eb140a2c6cd6699b36547cd61456e1150ff25c446c82dd2ba9ee3",
      winnerIndex: 3,
      winner: "A200",
    });
    expect(draws).toHaveLength(1);
  });

  it("draws again when the ticket is forfeited, and says so", async () => {
    const draw = await proveGiveaway({ ...inputs, forfeited: new Set(["A200"]) });
    const { proof, draws } = draw;
    expect(proof.winner).toBe("A200");
    expect(draws[0]).toMatchObject({ redraw: 0, owner: "A200", isForfeited: true });
    expect(draws.at(-1)).toMatchObject({ owner: "A100", isForfeited: false });
    expect(draws.map(({ redraw }) => redraw)).toEqual(draws.map((_, place) => place));
    expect(new Set(draws.map(({ hash }) => hash)).size).toBe(draws.length);
    // The site states the draw that stands.
    const standing = draws.at(-1);
    const stated = { winner: "A100", winnerHash: standing?.hash, winnerIndex: standing?.index };
    const compared = compareGiveaway(draw, stated);
    expect(compared).toHaveLength(3);
    expect(compared.every(({ same }) => same)).toBe(true);
  });

  it("hashes a beacon with the list", async () => {
    const beacon = { source: "drand", round: "77", hex: "0af1" };
    const { text } = await proveGiveaway({ ...inputs, beacon });
    expect(text.endsWith("beacon:drand:77:0af1\n")).toBe(true);
  });

  it("skips the uneven end of the range", () => {
    expect(2n ** 256n - fairLimit(10n)).toBe(6n);
    expect(fairLimit(2n ** 40n)).toBe(2n ** 256n);
  });

  it.each([
    { id: "a:b" },
    { entries: [{ account_id: "A 1", count: 1 }] },
    { entries: [{ account_id: "A1", count: 0 }] },
    { entries: [{ account_id: "A1", count: 1.5 }] },
  ])("refuses %j", async (part) => {
    await expect(proveGiveaway({ ...inputs, ...part })).rejects.toMatchObject({ name: "Refusal" });
  });
});
