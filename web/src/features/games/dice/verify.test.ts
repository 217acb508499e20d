import { describe, expect, it } from "vitest";
import vectors from "../common/fair-vectors.json";
import { readInputs, recomputeDice } from "./verify";

describe("the verifier", () => {
  it.each(vectors.dice)(
    "recomputes $params of $client_seed:$nonce",
    async ({ server_seed, server_seed_hash, client_seed, nonce, params, expect: stated }) => {
      const direction = params.direction === "under" ? "under" : "over";
      const { bet, target } = params;
      const inputs = { serverSeed: server_seed, clientSeed: client_seed, nonce, bet, target };
      const proof = await recomputeDice({ ...inputs, direction }, 99);
      expect(proof).toEqual({
        commitment: server_seed_hash,
        draw: stated.draws[0]?.[1],
        roll: stated.roll,
        won: stated.won,
        payout: stated.payout,
      });
    },
  );

  const typed = {
    serverSeed: ` ${"ab".repeat(32)} `,
    clientSeed: "hello",
    nonce: "0",
    bet: "10",
    target: "50",
    direction: "under" as const,
  };

  it("takes pasted values with blanks around them", () => {
    expect(readInputs(typed).inputs).toMatchObject({ serverSeed: "ab".repeat(32), nonce: 0 });
  });

  it.each([
    [{ serverSeed: "ab" }, "serverSeed"],
    [{ serverSeed: "AB".repeat(32) }, "serverSeed"],
    [{ clientSeed: "with space" }, "clientSeed"],
    [{ clientSeed: "" }, "clientSeed"],
    [{ nonce: "-1" }, "nonce"],
    [{ bet: "0" }, "bet"],
    [{ bet: "1.5" }, "bet"],
    [{ target: "100" }, "target"],
  ])("says what is wrong with %j", (part, field) => {
    const reading = readInputs({ ...typed, ...part });
    expect(reading.inputs).toBeNull();
    expect(Object.keys(reading.problems ?? {})).toEqual([field]);
  });
});
