export const serverSeed = "Server seed";
export const seedShowRealOne =
  "A seed for show. A real one stays secret until its pair is changed.";
export const clientSeed = "Client seed";
export const nonce = "Nonce";
export const wholeNumberFrom0 = "A whole number from 0";
export const sha256ServerSeed = "SHA-256(server seed)";
export const eightWordsFourBytes = (limit: string | number) =>
  `Eight words of four bytes. The first one below ${limit} counts, so that each of 10,000 rolls is exactly as likely.`;
export const wordMod10000 = "word mod 10,000";
export const roll = "The roll is ";
export const howDrawMade = "How a draw is made";
export const drawTakenApart = "A draw, taken apart";
export const realThingComputedBrowser =
  "This is the real thing, computed in your browser as you type. Change a letter and everything changes.";
export const whatProvesWhatDoes = "What this proves, and what it does not";
export const allOddsExactly = "All odds, exactly";
export const computedPageFromPublished =
  "Computed in this page from the published tables, in whole numbers. A return is what comes back on average for each point staked.";
export const theOdds = "the odds";
export const provablyFair = "Provably fair";
export const doNotTrustDraw = "Do not trust the draw.";
export const check = "Check it.";
export const everyRoundHereFixed =
  "Every round here is fixed by two seeds before it is played. One is ours, promised in advance; the other is yours. With both, anybody can work out the result again, on this page or without it.";
export const page = "On this page";
export const checkRound = "Check your round";
export const fromSeedsWhatDid =
  "From the seeds, what you did, and the table in force when you played. The sums are done by your browser.";
export const howWorks = "How it works";
export const checkRoundText = "Check a round";
export const allOdds = "All odds";
export const anyRoundAnyGame =
  "Any round of any game, and any giveaway. Everything is computed here; nothing you type is sent.";
export const theVerifier = "the verifier";
export const loading = (what: string | number) => `Loading ${what}`;
export const weCommit = "We commit";
export const serverPicksSecretSeed =
  "The server picks a secret seed of 32 random bytes and shows its SHA-256 hash. From then on another seed would not fit the hash.";
export const youMix = "You mix";
export const chooseClientSeedHash =
  "You choose a client seed. The hash of the server's next seed is public by then, so no seed can be fitted to your choice.";
export const weCount = "We count";
export const nonceRuns01 =
  "The nonce runs 0, 1, 2 over all your games with a pair. No round can be skipped or played twice unseen.";
export const weDraw = "We draw";
export const hmacSha256MakesWords =
  "HMAC-SHA256 makes words of 32 bits from seeds and nonce. A word that would favour an outcome is thrown away, so the odds are exact.";
export const weReveal = "We reveal";
export const whenChangePairOld =
  "When you change the pair, the old server seed is shown. Hash it, recompute your rounds, and see that nothing was touched.";
export const itProves = "It proves";
export const doesNotProve = "It does not prove";
export const serverCouldNotChoose =
  "The server could not choose the result after it saw your bet or your seed.";
export const noRoundWasLeft =
  "No round was left out, repeated, or played by other rules than the published ones.";
export const oddsWereThoseTable =
  "The odds were those of the table that the round names by its hash, whatever has changed since.";
export const willWinEveryTable =
  "That you will win. Every table keeps a small part; the odds below say how much.";
export const anythingAboutRoundWhose =
  "Anything about a round whose seed is still secret. Change your pair now and then, and check.";
export const giveawayNobodyWhoHeld =
  "In a giveaway: that nobody who held the secret seed added a last entry or chose the moment of an early end. So no screen shows the seed before the end, and an early end is recorded in public.";
