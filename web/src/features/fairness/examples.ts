import type { GiveawayClaim, RoundClaim } from "@/features/games/common/checker/claim";
import { findGame } from "@/features/games/registry";

/** The check values of docs/games.md: a seed nobody plays with. */
export const SHOWN_SEED = "ab".repeat(32);
const SHOWN_COMMITMENT = "271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a";

/** A round of a game that anybody can look at. */
export async function exampleOf(game: RoundClaim["game"]): Promise<RoundClaim> {
  const checker = await findGame(game)?.checker();
  return {
    game,
    seeds: { serverSeed: SHOWN_SEED, clientSeed: "hello", nonce: "0" },
    play: null,
    ...(checker && { typed: checker.example }),
    stated: { roundId: null, commitment: SHOWN_COMMITMENT, rulesHash: null, detail: null },
    isOpen: false,
  };
}

/** The giveaway of docs/games.md, with what is stated there. */
export const exampleGiveaway: GiveawayClaim = {
  game: "giveaway",
  serverSeed: SHOWN_SEED,
  id: "",
  lines: "giveaway:g1:4\n0:3:A100\n3:1:A200",
  stated: {
    serverSeedHash: SHOWN_COMMITMENT,
    clientSeed: "0c78bb8a6170cc3cafe3bca84055138567cc1eeed634e658dcac07506236ed35",
    winnerHash: "8ac76b661a4eb140a2c6cd6699b36547cd61456e1150ff25c446c82dd2ba9ee3",
    winnerIndex: 3,
    winner: "A200",
  },
};
