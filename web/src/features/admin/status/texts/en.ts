export const pausedUntil = (gameId: string | number, until: string | number) =>
  `${gameId} is paused until ${until}`;
export const prizeBudgetUsedUp = "Its prize budget is used up. Economy shows what it paid out.";
