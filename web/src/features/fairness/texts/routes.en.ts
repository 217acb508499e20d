export const fairness = "Fairness";
