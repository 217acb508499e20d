export const nameMeOnAir = "Show my name on the stream";
export const onAirHint =
  "For example when you win a giveaway. Otherwise your name is masked there. A change counts at once.";
export const notChanged = "This could not be changed. Please try again.";
