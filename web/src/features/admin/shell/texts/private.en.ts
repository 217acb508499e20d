export const hidePrivate = "Hide private values";
export const hidePrivateHint =
  "Hides emails, casino names, balances, wagers, budgets and imported lines in this browser";
export const on = "On";
export const off = "Off";
export const showValue = (what: string) => `Show the ${what}`;
export const hideValue = (what: string) => `Hide the ${what}`;

/** What is hidden, within "Show the ...". */
export const emailOf = (member: string) => `email of ${member}`;
export const balanceOf = (member: string) => `balance of ${member}`;
export const casinoNameOf = (member: string) => `casino name of ${member}`;
export const budgetOf = (game: string) => `prize budget of ${game}`;
export const memberOfLine = (line: number) => `member of line ${line}`;
export const cellsOf = (column: string) => `cells of ${column}`;
export const wagersOf = (player: string) => `wagers of ${player}`;
export const wagersIn = (player: string, time: string) => `wagers of ${player}: ${time}`;
export const circulation = "sum of all balances";
