import { pointName } from "@/ui/format/points";
export const eyebrow = "Provably fair";
export const slogan = "Do not trust the draw.";
export const sloganEnd = "Check it.";
export const intro =
  "Every round here is fixed by two seeds before it is played. One is ours, promised in advance; the other is yours. With both, anyone can recompute the result, on this page or elsewhere.";
export const onThisPage = "On this page";
export const ownTitle = "Check your round";
export const ownIntro =
  "From the seeds, what you did, and the table in force when you played. Your browser does the calculation.";

export const howItWorks = "How it works";
export const schemeTitle = "How a draw is made";
export const commit = "We commit";
export const commitText =
  "The server picks a secret seed of 32 random bytes and shows its SHA-256 hash. From then on another seed would not fit the hash.";
export const mix = "You mix";
export const mixText =
  "You choose a client seed. The hash of the server's next seed is public by then, so the server can't pick a seed to suit your choice.";
export const count = "We count";
export const countText =
  "The nonce runs 0, 1, 2 over all your games with a pair. No round can be skipped or played twice unnoticed.";
export const draw = "We draw";
export const drawText =
  "HMAC-SHA256 makes words of 32 bits from seeds and nonce. A word that would favour an outcome is thrown away, so the odds are exact.";
export const reveal = "We reveal";
export const revealText =
  "When you rotate your seeds, the old server seed is shown. Hash it, recompute your rounds, and see that nothing was changed.";

export const exampleTitle = "A draw, step by step";
export const exampleText =
  "Computed in your browser as you type, exactly as for a real round. Change one letter and everything changes.";
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
  `Eight words of four bytes. The first one below ${limit} counts, so that each of 10,000 rolls is exactly as likely.`;
export const roll = "The roll";
export const rollFormula = "word mod 10,000";
export const rollPrefix = "The roll is ";

export const limitsTitle = "What this proves, and what it does not";
export const proves = "It proves";
export const proven = [
  "The server could not choose the result after it saw your bet or your seed.",
  "No round was left out, repeated, or played by other rules than the published ones.",
  "The odds were those of the table that the round names by its hash, even if the table has changed since.",
];
export const doesNotProve = "It does not prove";
export const unproven = [
  "That you will win. Every game keeps a small share on average; the odds below say how much.",
  "Anything about a round whose seed is still secret. Rotate your seeds now and then, and check.",
  "In a giveaway: that nobody who held the secret seed added a last entry or chose the moment of an early end. So no screen shows the seed before the end, and an early end is recorded in public.",
];

export const checkTitle = "Check a round";
export const checkText =
  "Any round of any game, and any giveaway. Everything is computed here; nothing you type is sent.";
export const loadingVerifier = "Loading the verifier";

export const allOdds = "All odds";
export const oddsTitle = "All odds, exactly";
export const oddsText = `Computed on this page from the published tables, in whole numbers. A return is what comes back on average for each ${pointName} staked.`;
export const loadingOdds = "Loading the odds";

export const eventsTitle = "Seeds of the whole site";
export const eventsText =
  "Server seeds are sealed until they are revealed. Everything that touched all of them at once is listed here.";
export const loadingEvents = "Loading the events";
