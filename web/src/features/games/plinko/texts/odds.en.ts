export const bet = "Bet";
export const risk = "Risk";
export const rows = "Rows";
export const plinkoRowsRisk = (rowsText2: string | number, riskText: string | number) =>
  `Plinko, ${rowsText2} rows, ${riskText} risk`;
export const returnPlinkoRowsRisk = (betText: string | number) =>
  `Return of plinko by rows and risk at a bet of ${betText}`;
export const rowsText = (count: string | number) => `${count} rows`;
