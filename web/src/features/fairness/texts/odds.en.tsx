import type { ReactNode } from "react";

export const game = "Game";
export const loadingOdds = "Loading the odds";
export const highestReturnAnyBet = (span: ReactNode) => <>Highest return of any bet: {span}</>;
export const rulesHash = "Rules hash";
export const rulesHashText = "the rules hash";
export const publishedTableFreshSite = "The published table of a fresh site";
export const recomputedHereTables = "Recomputed here: it is this table's";
export const siteStatesAnotherHash = "The site states another hash";
