export const rouletteKindBet = "Roulette by kind of bet";
