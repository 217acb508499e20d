export const rollWins = (targetText: string | number) => `A roll ${targetText} wins`;
export const rollDice = "Roll dice";

export const targetWin = (targetText: string | number) => `Target, win ${targetText}`;
export const rolled = (roll: string | number) => `Rolled ${roll}. `;

export const rollUnder = "Roll under";
export const over = "At or over";
export const winningSide = "Winning side";
export const target = "Target";

export const under00 = (targetText: string | number) => `under ${targetText}.00`;
export const over00 = (targetText: string | number) => `at or over ${targetText}.00`;
