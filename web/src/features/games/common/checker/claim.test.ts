import { describe, expect, it } from "vitest";
import { games } from "../../registry";
import type { RoundProof } from "../queries";
import {
  claimOfRound as claimOf,
  type RoundClaim,
  readEntries,
  replayLine,
  takeApart as takeApartOf,
} from "./claim";
import { compareFields } from "./compare";
import { blankForm, fillForm, readForm, readSeeds, refusalProblem } from "./form";
import vectors from "./round-vectors.json";

const gameIds = games.map(({ id }) => id);
const claimOfRound = (round: RoundProof) => claimOf(gameIds, round);
const takeApart = (text: string) => takeApartOf(gameIds, text);

async function checkerOf(id: string) {
  const game = games.find((one) => one.id === id);
  if (game === undefined) throw new Error(`No game ${id}`);
  return game.checker();
}

/** What a form says of a claim. */
async function typedOf({ game, play }: RoundClaim) {
  const { fields } = await checkerOf(game);
  return play === null ? blankForm(fields) : fillForm(fields, play);
}

const dice = vectors.dice[0];
const giveaway = vectors.giveaway[3];

/** A round of the site as the server sends it, whatever its fields are. */
function answered(round: object, proof: object): RoundProof {
  return { success: true, round, proof } as RoundProof;
}

function taken(value: unknown) {
  const { claim, problem } = takeApart(JSON.stringify(value));
  if (claim === null) throw new Error(problem);
  return claim;
}

describe("every published round", () => {
  for (const game of ["dice", "limbo", "mines", "keno", "blackjack", "slot", "roulette"] as const)
    it(`of ${game} survives the fields of the form`, async () => {
      const { fields } = await checkerOf(game);
      for (const vector of vectors[game]) {
        const claim = taken({ ...vector, game });
        if (claim.game === "giveaway") throw new Error("No round");
        const { play } = readForm(fields, await typedOf(claim));
        const actions = "actions" in vector ? vector.actions : [];
        expect(play).toEqual({ params: vector.params, actions });
        expect(claim.stated).toMatchObject({
          commitment: vector.server_seed_hash,
          detail: vector.expect,
        });
        expect(readSeeds(claim.seeds)).toEqual({
          problems: {},
          seeds: {
            serverSeed: vector.server_seed,
            clientSeed: vector.client_seed,
            nonce: vector.nonce,
          },
        });
      }
    });

  it("is written as the line it was read from", () => {
    if (dice === undefined) throw new Error("No vector");
    const seeds = {
      serverSeed: dice.server_seed,
      clientSeed: dice.client_seed,
      nonce: dice.nonce,
    };
    const line = replayLine("dice", seeds, { params: dice.params, actions: [] });
    expect(taken(JSON.parse(line))).toMatchObject({ game: "dice", seeds: { nonce: "0" } });
  });
});

describe("a round of the site", () => {
  const round = {
    id: "r9",
    game: "limbo",
    pairId: "p1",
    nonce: 4,
    createdAt: "2025-11-21T10:00:00Z",
    staked: 10,
    payout: 20,
    result: "win" as const,
    params: { bet: 10, target: "2.00" },
    detail: { draws: [[4294967296, 5]], result: "3.00", won: true, multiplier: "2.00", payout: 20 },
    rulesHash: "ab",
  };
  const proof = {
    pairId: "p1",
    serverSeedHash: "cd",
    clientSeed: "hello",
    nonce: 4,
    serverSeed: null,
  };

  it("fills in everything that is known", async () => {
    const claim = claimOfRound(answered(round, proof));
    if (claim === null) throw new Error("No claim");
    expect(await typedOf(claim)).toEqual({ bet: "10", target: "2.00", preset: "" });
    expect(claim).toMatchObject({
      game: "limbo",
      seeds: { serverSeed: "", clientSeed: "hello", nonce: "4" },
      stated: { roundId: "r9", commitment: "cd", rulesHash: "ab", detail: { payout: 20 } },
      isOpen: false,
    });
  });

  it("is the same when it is pasted", () => {
    expect(taken({ success: true, round, proof })).toEqual(claimOfRound(answered(round, proof)));
    expect(taken(round)).toMatchObject({ seeds: { nonce: "4" }, stated: { roundId: "r9" } });
  });

  it("keeps its actions and knows when it is open", () => {
    const steps = [
      { action: 6, status: "open" },
      { action: "cashout", status: "cashed_out" },
    ];
    const mines = { ...round, game: "mines", params: { bet: 1, mines: 3 }, detail: { steps } };
    const claim = claimOfRound(answered({ ...mines, result: null }, proof));
    expect(claim).toMatchObject({ play: { actions: [6, "cashout"] }, isOpen: true });
    expect(claim?.stated.detail).toBeNull();
    const hand = {
      ...mines,
      game: "blackjack",
      detail: { steps: [{ action: "deal" }, { action: "hit" }] },
    };
    expect(claimOfRound(answered(hand, proof))?.play?.actions).toEqual(["hit"]);
  });

  it("of an unknown game is none", () => {
    expect(claimOfRound(answered({ ...round, game: "poker" }, proof))).toBeNull();
  });
});

describe("pasted text", () => {
  it.each([
    ["{", /not JSON/],
    ["[]", /one JSON object/],
    ["{}", /neither/],
    ['{"client_seed":"x","params":{}}', /names no game/],
    ['{"game":"dice","client_seed":"x"}', /no params/],
    ['{"round":{"game":"dice"}}', /no params or no detail/],
    ['{"game":"giveaway"}', /no list/],
  ])("%s is refused with a reason", (text, reason) => {
    expect(takeApart(text).problem).toMatch(reason);
  });

  it("of a giveaway gives its list", () => {
    const claim = taken({ ...giveaway, game: "giveaway" });
    if (claim.game !== "giveaway") throw new Error("No giveaway");
    expect(claim.id).toBe(giveaway?.giveaway_id);
    expect(claim.stated).toEqual(giveaway?.expect);
    expect(readEntries(claim.lines)).toMatchObject({ list: { entries: giveaway?.entries } });
  });

  it("of an ended giveaway's proof gives the published list and what is stated", () => {
    const proof = {
      serverSeed: "ab".repeat(32),
      serverSeedHash: "cd",
      winnerHash: "ef",
      winnerIndex: 3,
      canonicalText: "giveaway:g1:4\n0:3:A100\n3:1:A200\n",
    };
    for (const pasted of [proof, { success: true, proof }]) {
      const claim = taken(pasted);
      if (claim.game !== "giveaway") throw new Error("No giveaway");
      expect(claim).toMatchObject({ lines: proof.canonicalText, stated: { winnerIndex: 3 } });
      expect(readEntries(claim.lines)).toMatchObject({ list: { id: "g1" } });
    }
  });

  it("of a giveaway's proof as this site answers it is whole, forfeited accounts too", () => {
    const proof = {
      id: "g1",
      serverSeed: "ab".repeat(32),
      serverSeedHash: "cd",
      clientSeed: "0c",
      text: "giveaway:g1:4\n0:3:A100\n3:1:A200\n",
      chain: "fe",
      entries: [{ first: 0, count: 3, accountId: "A100" }],
      draws: [
        { redraw: 0, accountId: "A200", forfeited: true },
        { redraw: 1, accountId: "A100", forfeited: false },
      ],
      winnerHash: "ef",
    };
    expect(taken({ success: true, proof })).toMatchObject({
      id: "g1",
      lines: proof.text,
      forfeited: "A200",
      stated: { entry_chain_last: "fe", winnerHash: "ef" },
    });
  });
});

describe("a list of entries", () => {
  it("is read from the canonical text and from plain lines", () => {
    const entries = [
      { account_id: "A100", count: 3 },
      { account_id: "A200", count: 1 },
    ];
    const canonical = "giveaway:g1:4\n0:3:A100\n3:1:A200\nbeacon:drand:77:0af1\n";
    expect(readEntries(canonical)).toEqual({
      problem: null,
      list: { entries, id: "g1", beacon: { source: "drand", round: "77", hex: "0af1" } },
    });
    expect(readEntries("A100 3\n\nA200 x 1")).toMatchObject({ list: { entries, id: null } });
    expect(readEntries("A100")).toMatchObject({ problem: /Write: A100 3/ });
  });
});

describe("typed values", () => {
  it.each([
    ["dice", { bet: "ten" }, "bet"],
    ["dice", { target: "50.123" }, "target"],
    ["limbo", { target: "2.001" }, "target"],
    ["mines", { actions: "6 !" }, "actions"],
    ["mines", { turn_max_ppm: "-1" }, "turn_max_ppm"],
    ["keno", { picks: "" }, "picks"],
    ["keno", { picks: "1 two" }, "picks"],
    ["roulette", { bets: "" }, "bets"],
    ["roulette", { bets: "red 10" }, "bets"],
  ] as const)("%s %j has its problem beside %s", async (game, part, field) => {
    const { fields, example } = await checkerOf(game);
    const { problems } = readForm(fields, { ...blankForm(fields), ...example, ...part });
    expect(Object.keys(problems ?? {})).toEqual([field]);
  });

  it.each([
    [{ serverSeed: "AB".repeat(32) }, "serverSeed"],
    [{ clientSeed: "with space" }, "clientSeed"],
    [{ nonce: "-1" }, "nonce"],
  ])("seeds %j too", (part, field) => {
    const typed = { serverSeed: ` ${"ab".repeat(32)} `, clientSeed: "hello", nonce: "0" };
    expect(readSeeds(typed).problems).toEqual({});
    expect(Object.keys(readSeeds({ ...typed, ...part }).problems)).toEqual([field]);
  });

  it("a limbo target without decimals is a whole target in hundredths", async () => {
    const { fields } = await checkerOf("limbo");
    const { play } = readForm(fields, { ...blankForm(fields), target: "2" });
    expect(play?.params.target).toBe(200);
    expect(fillForm(fields, { params: { target: 200 }, actions: [] }).target).toBe("2.00");
  });

  it("refused by the rules are explained at a field", async () => {
    const mines = await checkerOf("mines");
    expect(refusalProblem(mines, "tile_taken")).toEqual({ actions: "A tile is revealed twice" });
    expect(refusalProblem(mines, "bad_bet")).toHaveProperty("bet");
    expect(refusalProblem(mines, "bad_luck")).toEqual({ bet: "Refused: bad_luck" });
    expect(Object.keys(refusalProblem(await checkerOf("roulette"), "bad_bet"))).toEqual(["bets"]);
  });
});

describe("the comparison", () => {
  it("names what differs and passes over what was not stated", () => {
    const own = { draws: [[37, 1]], number: 1, payout: 36 };
    expect(compareFields(own, { draws: [[37, 1]], payout: 35 })).toEqual([
      { name: "draws", same: true, stated: "[[37,1]]", recomputed: "[[37,1]]" },
      { name: "payout", same: false, stated: "35", recomputed: "36" },
    ]);
  });
});
