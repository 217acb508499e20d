export const retry = "Retry";
export const oddsCouldNotLoaded = "The odds could not be loaded.";
export const never = "never";
export const oneIn = (number: string) => `1 in ${number}`;
