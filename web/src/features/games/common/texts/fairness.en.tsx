import type { ReactNode } from "react";
import { formatCount, plural } from "@/ui/format/words";

export const allOddsVerifierEvery = "All odds, and a verifier for every game";
export const provablyFair = "Provably fair";
export const fairness = "Fairness";
export const seeds = "Seeds";
export const verify = "Verify";
export const howWorks = "How it works";
export const serverCommits = "The server commits";
export const beforePlayServerPicks =
  "Before you play, the server picks a secret seed and shows you its SHA-256 hash. It cannot change the seed afterwards without the hash giving it away.";
export const addPart = "You add your part";
export const clientSeedMixedHash =
  "Your client seed is mixed in. The hash of the next server seed is already public when you choose it, so the server cannot have picked one to suit you.";
export const everyRoundHasNumber = "Every round has a number";
export const nonceCountsRoundsPair =
  "The nonce counts your rounds with a pair: 0, 1, 2 and so on, over all games. No round can be skipped or repeated unseen.";
export const theDraw = "The draw";
export const clientSeedNonce0 = "client seed:nonce:0";
export const hmacSha256ServerSeed = (clientSeedText: ReactNode) => (
  <>
    HMAC-SHA256, with the server seed as its key, over {clientSeedText} gives random words. Words
    that would favour an outcome are thrown away, so the published odds are exact.
  </>
);
export const theResult = "The result";
export const youCheck = "You check";
export const rotateToReveal =
  "Rotate your seeds to reveal the old server seed. With it every round can be recomputed: here under Verify, or with any tool of your own.";
export const yourSeeds = "Your seeds";
export const fixedBeforeFirstRound =
  "Fixed before your first round with it. The seed itself is shown when you rotate your seeds.";
export const alreadyFixedSoCannot =
  "Already fixed, so it cannot be fitted to the client seed you choose.";
export const nextClientSeed = "Next client seed";
export const yoursChooseUp64 =
  "Yours to choose: up to 64 letters, digits, dots, dashes or underscores.";
export const makeRandomClientSeed = "Make a random client seed";
export const rotateSeeds = "Rotate seeds";
export const revealedSeeds = "Revealed seeds";
export const revealed = "Revealed";
export const roundsPlayed = (rounds: number) =>
  plural(
    rounds,
    "One round was played with these seeds.",
    `${formatCount(rounds, "round")} were played with these seeds.`,
  );
export const hashSeedOneWas =
  "The hash of the seed is the one that was promised. Checked in your browser.";
export const hashSeedNotOne =
  "The hash of the seed is NOT the one that was promised. Please report this.";

export const serverSeedHashed = "Server seed, hashed";
export const yourClientSeed = "Your client seed";
export const roundsSoFar = "Rounds so far with these seeds";
export const nextServerSeedHashed = "Next server seed, hashed";
export const serverSeed = "Server seed";
export const itsHashAsPromised = "Its hash, as promised";
export const clientSeed = "Client seed";
