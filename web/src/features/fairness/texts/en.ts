import { pointName } from "@/ui/format/points";
export const eyebrow = "Provably fair";
export const slogan = "Don't trust the draw.";
export const sloganEnd = "Check it.";
export const intro =
  "Two seeds decide every round before it's played. We commit to ours in advance; you choose yours. With both, anyone can recompute the result, here or elsewhere.";
export const onThisPage = "On this page";
export const ownTitle = "Check your round";
export const ownIntro =
  "Recomputed in your browser from the seeds, your moves and the table you played on.";

export const howItWorks = "How it works";
export const schemeTitle = "How a draw is made";
export const commit = "Commit to a seed";
export const commitText =
  "The server picks a secret seed of 32 random bytes and shows its SHA-256 hash. No other seed matches that hash.";
export const mix = "Add your seed";
export const mixText =
  "You choose a client seed. The hash of the next server seed is already public, so the server can't adapt to your choice.";
export const count = "Number every bet";
export const countText =
  "Each bet with a seed pair gets the next number: 0, 1, 2... A skipped or repeated round would show.";
export const draw = "Draw the result";
export const drawText =
  "HMAC-SHA256 turns the seeds and nonce into 32-bit numbers. Numbers that would skew the odds are discarded.";
export const reveal = "Reveal the seed";
export const revealText =
  "When you rotate your seeds, you see the old server seed. Hash it and recompute your rounds to confirm nothing changed.";

export const exampleTitle = "A draw, step by step";
export const exampleText =
  "Your browser computes it as you type, just like a real round. Change one letter and everything changes.";
export const serverSeed = "Server seed";
export const serverSeedHint =
  "An example seed. A real one stays secret until you rotate your seeds.";
export const clientSeed = "Client seed";
export const clientSeedProblem = "1 to 64 letters, digits, dots, dashes or underscores";
export const nonce = "Nonce";
export const nonceProblem = "A whole number from 0";
export const promised = "Promised in advance";
export const promisedFormula = "SHA-256(server seed)";
export const drawn = "Drawn";
export const drawnFormula = (message: string) => `HMAC-SHA256(server seed, "${message}")`;
export const drawnHint = (limit: string) =>
  `Eight 4-byte numbers. The first one below ${limit} counts, which makes all 10,000 rolls equally likely.`;
export const roll = "The roll";
export const rollFormula = "number mod 10,000";
export const rollPrefix = "The roll is ";

export const limitsTitle = "What this proves, and what it doesn't";
export const proves = "It proves";
export const proven = [
  "The server couldn't choose the result after seeing your bet or your seed.",
  "No round was skipped, repeated or played by unpublished rules.",
  "The odds came from the table whose hash the round shows, even if the table has changed since.",
];
export const doesNotProve = "It doesn't prove";
export const unproven = [
  "That you'll win. Every game keeps a small edge, shown in the odds below.",
  "Anything about rounds with a secret seed. Rotate your seeds now and then to check them.",
  "In a giveaway: that no one with access to the secret seed added a last entry or timed an early end. That's why no screen shows the seed before the end, and early ends are public.",
];

export const checkTitle = "Check a round";
export const checkText =
  "Any round of any game, or any giveaway. It's all computed here; nothing you type is sent.";
export const loadingVerifier = "Loading the verifier";

export const allOdds = "All odds";
export const oddsTitle = "Exact odds";
export const oddsText = `Computed on this page from the published tables, in whole numbers. The return is what you get back on average for each ${pointName} you bet.`;
export const loadingOdds = "Loading the odds";

export const eventsTitle = "Seeds of the whole site";
export const eventsText =
  "Server seeds stay encrypted until they're revealed. Events that affected all of them are listed here.";
export const loadingEvents = "Loading the events";
