export const on = (amount: string | number, text: string | number) => `${amount} on ${text}`;
export const returns = (paid: string | number) => `returns ${paid}`;

export const notBetTableTakes = "Not a bet that this table takes";
export const oneTheseBetsDoes = "One of these bets does not exist";
export const numbersOneBetDo = "The numbers of one bet do not lie together on the layout";
export const oneDraw37Number =
  "One draw of 37 is the number, 0 to 36. Every bet on the table is settled by it.";
export const enterLeastOneBet = "Enter at least one bet";
