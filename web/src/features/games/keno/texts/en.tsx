import type { ReactNode } from "react";
import { formatCount, plural } from "@/ui/format/words";
import type { Face } from "../Board";
import type { KenoRound } from "../model";
import type { KenoRisk } from "../published-table";

export const recentRounds = {
  loading: "Loading your last draws",
  failed: "Your last draws could not be loaded.",
  empty: (most: number) => `Your last ${most} draws will appear here.`,
  title: "Your last draws, newest first",
};
const count = (done: number) => formatCount(done, "draw");
export const autoRun = {
  count: "Number of draws",
  range: (most: string) => `0 to ${most}; 0 draws until you stop`,
  progress: (done: ReactNode, all: number) =>
    all > 0 ? (
      <>
        Draw {done} of {all}
      </>
    ) : (
      <>Draw {done}</>
    ),
  finished: (done: number) => `Auto finished: ${count(done)}.`,
  stopped: (done: number) => `Auto stopped after ${count(done)}.`,
};
export const play = "Play";
export const pickFirst = "Pick a number first";
export const betKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("Space")} or {key("Enter")} plays
  </>
);

export const risk = "Risk";
export const risks: Record<KenoRisk, string> = { low: "Low", medium: "Medium", high: "High" };
export const winCondition = (picks: number) =>
  plural(picks, "Your number is drawn", `All ${picks} numbers hit`);
/** `hits`: the numbers of hits that pay as much as was staked. */
export const stakeOnly = (hits: readonly number[]) => {
  const last = hits.at(-1) ?? 0;
  return `${hits.join(" or ")} ${plural(last, "hit")} only ${plural(last, "returns", "return")} your stake at this bet.`;
};

export const random = (count: number) => `Random ${count}`;
export const fewerRandom = "One random number fewer";
export const moreRandom = "One random number more";
export const clear = "Clear";
export const boardLabel = (picked: number, most: number) => `Numbers, ${picked} of ${most} picked`;
export const numberLabels: Record<Face, (number: number) => string> = {
  open: String,
  picked: String,
  hit: (number) => `${number}, drawn, a hit`,
  drawn: (number) => `${number}, drawn`,
  missed: (number) => `${number}, not drawn`,
};

export const numbersDrawn = "Numbers drawn";
export const hitSuffix = ", a hit";
export const pickHint = "Pick 1 to 10 numbers, or use Random.";
/** `points`: what was won or lost, without a sign. */
export const outcome = (
  { hits, picks, multiplier, result }: Pick<KenoRound, "hits" | "picks" | "multiplier" | "result">,
  points: string,
) => {
  const net = { win: `+${points}`, push: "stake returned", loss: `−${points}` }[result];
  return `${hits} of ${formatCount(picks.length, "number")} hit, ${multiplier}×, ${net}`;
};
export const recentDraw = (hits: number, picks: number) => `${hits} of ${picks} hit`;

export const payouts = "What hits pay";
export const payoutsHint = "What each hit pays will appear here once you pick a number.";
export const hitCount = (hits: number, unit: (text: string) => ReactNode) => (
  <>
    {hits} {unit(plural(hits, "hit"))}
  </>
);

const risksInSentence: Record<KenoRisk, string> = {
  low: "low risk",
  medium: "medium risk",
  high: "high risk",
};
export const chancesTitle = (picks: number, level: KenoRisk) =>
  `Chances with ${formatCount(picks, "number")}, ${risksInSentence[level]}`;
export const chancesText = (drawn: number, numbers: number) =>
  `Every draw takes ${drawn} of ${numbers} numbers, all equally likely. The chances are the same at every risk, whichever numbers you pick.`;
export const chancesCaption = "Chance and return of every number of hits";
export const hits = "Hits";
export const chance = "Chance";
export const about = "About";
export const pays = "Pays";
export const returns = "Returns";
export const returnsAt = (bet: number) => `Returns at ${bet}`;

export const averageReturn = "Average return";
export const profitChance = "Chance of a profit";
export const topPrize = "Top prize";
export const topPrizeChance = "Top prize chance";
