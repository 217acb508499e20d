// Names, prizes and games of the preview. They are made up, and say so where that fits.

export const casino = "Example Casino";
export const promoCode = "EXAMPLE24";
export const line = "Example line: new slot at nine!";
export const giveawayTitle = "Example giveaway";
export const prize = "Gaming headset (example)";
export const nextGiveaway = "Example giveaway of the week";
export const names = [
  "ExampleAda",
  "ExampleBen",
  "ExampleCleo",
  "Exa***Dan",
  "ExampleEve",
] as const;
export const huntName = "Example hunt";
export const slotNow = "Example Book of Gold";
export const slotBest = "Example Candy Land";
export const slotLast = "Example River Fortune";
export const provider = "Example Studio";
export const challengeTitle = "Example: hit 100x";
export const challengeTask = "Hit a multiplier of 100x on any slot.";
export const item = "Example stream sticker";
export const reward = "Daily reward (example)";

/** Names of the examples, by the kind that has them. */
export const exampleNames = {
  usual: "Everything filled in",
  empty: "Nothing to show",
  line: "A line of yours",
  next: "What happens next",
  open: "Open",
  draw: "Draw",
  winner: "Winner",
  cancelled: "Cancelled",
  preparing: "Before it starts",
  done: "Completed",
  start: "At the start",
  half: "Half way",
  reached: "Reached",
};
