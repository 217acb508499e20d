export const pointsShop = "Points Shop";
