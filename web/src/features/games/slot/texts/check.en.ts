export const boardRowRow = "The board row by row";
export const noBoneNoWin = "No bone, no win";
export const tierBonesAddUp = (
  tier: string | number,
  length: string | number,
  multiplier: string | number,
) => `Tier ${tier}: ${length} bones add up to ${multiplier}×`;
export const boneWorth = "bone worth ";

export const oneDraw10000 =
  "One draw of 10,000 chooses the tier, the next ones the multiplier inside it and the board. The reels stop on that board and nothing else.";

export const megaWin = "MEGA WIN";
export const bigWin = "BIG WIN";
export const greatWin = "GREAT WIN";
export const niceWin = "NICE WIN";
