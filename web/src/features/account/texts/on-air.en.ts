export const nameMeOnAir = "Show my name on the stream";
export const entries = "Only where I enter a giveaway that names its winner";
export const always = "Always, for example on leaderboards";
export const never = "Never";
export const onAirHint =
  "Otherwise your name is masked there. Never also masks slots you call on the bonus hunt pages. Takes effect immediately.";
export const notChanged = "This could not be changed. Please try again.";
