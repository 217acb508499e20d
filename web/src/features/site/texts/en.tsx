import type { ReactNode } from "react";

export const code = "Code";
export const promoCode = "promo code";
export const withCode = (promoCodeText: string | number) => ` with code ${promoCodeText}`;
export const join = (casinoName: ReactNode, part: ReactNode) => (
  <>
    Join {casinoName}
    {part}
  </>
);
export const opensNewTab = " (opens in a new tab)";
