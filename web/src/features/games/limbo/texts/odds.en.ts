export const anyTarget = "Any target";
export const limboBetPreset = (bet: string | number, preset: string | number) =>
  `Limbo at a bet of ${bet}, preset ${preset}`;
export const bandsResults = "The bands of results";
export const weight100000 = "Weight of 100,000";
