export const enterTarget = "Enter a target";
export const roll = "Roll";

export const litPartArcChance = "The lit part of the arc is your chance to win";
export const result = (reached: string | number) => `Result ${reached}. `;

export const target = "Target";
export const quickTargets = "Quick targets";

export const targetNumberSuch2 = "A target is a number such as 2.00";
export const targetHasMostTwo = "A target has at most two decimals";
export const lowestTarget = (targetMin: string | number) => `The lowest target is ${targetMin}`;
export const highestTarget = (maxTarget: string | number) => `The highest target is ${maxTarget}`;
