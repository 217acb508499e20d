export const chanceToWin = "Chance to win";
export const chanceSlider = "Chance to win in percent";
export const chance = "Chance";
export const multiplier = "Multiplier";
export const winReturns = "A win returns";
export const averageReturn = "Return";
export const allChances = "All 99 chances";
export const tableCaption = (bet: string) => `Dice at a bet of ${bet}`;
export const curveCaption =
  "Return by chance. It steps down where a payout is rounded down, and the larger the bet, the less that matters.";
