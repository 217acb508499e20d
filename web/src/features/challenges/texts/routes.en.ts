export const title = "Challenges";
