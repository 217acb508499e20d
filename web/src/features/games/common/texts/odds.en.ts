export const retry = "Retry";
export const oddsCouldNotLoaded = "The odds could not be loaded.";
