import type { ReactNode } from "react";

export const game = "Game";
export const loading = "Loading the odds";
export const highestReturn = (percent: ReactNode) => <>Highest return of any bet: {percent}</>;
export const rulesHash = "Rules hash";
export const rulesHashCopied = "the rules hash";
export const defaultTable = "The default table of a new site";
export const hashMatches = "Recomputed here: it matches this table";
export const hashDiffers = "The site publishes a different hash";
