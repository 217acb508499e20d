export const chanceWinPercent = "Chance to win in percent";
export const winReturns = "A win returns";
export const all99Chances = "All 99 chances";
export const diceBet = (bet: string | number) => `Dice at a bet of ${bet}`;
export const returnChanceStepsDown =
  "Return by chance. It steps down where a fraction of a point is dropped, and the larger the bet, the less that matters.";
