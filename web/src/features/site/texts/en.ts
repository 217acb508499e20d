export const code = "Code";
export const promoCode = "promo code";
export const join = (casino: string, promo: string) =>
  promo === "" ? `Join ${casino}` : `Join ${casino} with code ${promo}`;
export const newTab = " (opens in a new tab)";
export const home = "Home";
