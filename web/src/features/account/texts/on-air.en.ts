export const nameMeOnAir = "Show my name on the stream";
export const onAirHint =
  "Otherwise it's masked there, except if you win a giveaway that names its winner. Takes effect immediately.";
export const neverNameMe = "Never show my name";
export const neverHint =
  "Not even if you win. Slots you call are masked on the bonus hunt pages, too.";
export const notChanged = "This could not be changed. Please try again.";
