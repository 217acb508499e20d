export const gamePaused = (game: string, until: string) => `${game} is paused until ${until}`;
export const gamePausedHint = "Its prize budget is used up. Economy shows what it paid out.";
