export const title = "Fairness";
