export const tableDoesNotSay = (what: string) =>
  `The table does not give ${what} in a form that this page can read.`;

export const theSmallestBet = "the smallest bet";
export const theLargestBet = "the largest bet";
