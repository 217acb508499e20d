export const unreadable = (what: string) =>
  `This page cannot read the table of this game. Missing or in another form: ${what}.`;

export const theSmallestBet = "the smallest bet";
export const theLargestBet = "the largest bet";
