export const averageReturn = "Average return";
export const chanceAnyWin = "Chance of any win";
export const winReturns = "A win returns";
export const toPoints = (bet: string | number, bet2: string | number) => `${bet} to ${bet2} points`;
export const winUpXOnly = (stakeOnly: string | number) =>
  `A win up to ${stakeOnly}x only returns your stake at this bet`;

export const niceWin = "Nice win";
export const greatWin = "Great win";
export const bigWin = "Big win";
export const megaWin = "Mega win";
export const spinsWin = "Spins that win";
export const bonesWhatTheyAdd = "Bones, what they add up to, and how often";
export const addsUp = "Adds up to";
export const returnSpinBet = "Return of a spin by bet";
export const howOftenWinCalled = "How often each win name comes up";
export const onlyBonesPayValues =
  "Only bones pay: the values printed on them add up to the multiplier. A board without a bone is no win, and no board is arranged to look like a near one.";
