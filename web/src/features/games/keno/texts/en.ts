import { formatCount, plural } from "@/ui/format/words";

export const numbersPicked = (length: string | number, picksMax: string | number) =>
  `Numbers, ${length} of ${picksMax} picked`;

export const low = "Low";
export const medium = "Medium";
export const high = "High";
export const risk = "Risk";
export const pickNumberFirst = "Pick a number first";
export const play = "Play";
export const numberDrawn = "Your number is drawn";
export const allNumbersHit = (picks: string | number) => `All ${picks} numbers hit`;
/** Counts of hits that only return the stake. */
export function onlyStake(hits: readonly number[]): string {
  const isOne = hits.length === 1 && hits[0] === 1;
  return `${hits.join(" or ")} ${isOne ? "hit only returns" : "hits only return"} your stake at this bet.`;
}

export const ofHit = (hitsText: string | number, length: string | number) =>
  `${hitsText} of ${length} hit`;

export const whatHitsPayShows = "What hits pay shows here once you have picked a number.";
export const whatHitsPay = "What hits pay";
export const hitWord = (count: number) => plural(count, "hit");
export const chancesRisk = (length: number, riskText: string | number) =>
  `Chances with ${formatCount(length, "number")}, ${riskText} risk`;
export const everyDrawTakesNumbers = (drawn: string | number, numbers: string | number) =>
  `Every draw takes ${drawn} of ${numbers} numbers, all equally likely. The chances are the same at every risk, whichever numbers you pick.`;
export const chanceReturnEveryNumber = "Chance and return of every number of hits";
export const hits = "Hits";
export const chance = "Chance";
export const that = "That is";
export const pays = "Pays";
export const returns = "Returns";
export const returnsText = (bet: string | number) => `Returns at ${bet}`;

export const random = (randomCount: string | number) => `Random ${randomCount}`;
export const oneRandomNumberLess = "One random number less";
export const oneRandomNumberMore = "One random number more";
export const clear = "Clear";

export const numbersDrawn = "Numbers drawn";
export const aHit = ", a hit";
export const ofHitText = (
  hitsText: string | number,
  length: number,
  multiplier: string | number,
  round: string | number,
) => `${hitsText} of ${formatCount(length, "number")} hit, ${multiplier}×, ${round}`;
export const pick110Numbers = "Pick 1 to 10 numbers, or let chance pick.";
