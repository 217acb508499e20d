import type { ReactNode } from "react";
import { formatPointCount } from "@/ui/format/points";
import type { Difficulty, Order } from "../model";

export const pageTitle = "Challenges";
export const eyebrow = "Rewards";
export const intro =
  "Hit the required multiplier, tell us in the community chat, and the reward is yours. The first to do it takes it.";

export const orderLabel = "Order of the challenges";
export const orders: Record<Order, string> = {
  all: "All",
  easiest: "Easiest to Hardest",
  hardest: "Hardest to Easiest",
};

export const theChallenges = "The challenges";
export const loading = "Loading the challenges";
export const available = "Available";
export const noneAvailable = "No Challenges Available";
export const noneAvailableHint = "New challenges will appear here the moment they are published.";
export const completed = "Completed";
export const noneCompleted = "Completed challenges will appear here.";
export const updated = "Challenges updated!";

export const difficultyPrefix = "Difficulty: ";
export const difficulties: Record<Difficulty, string> = {
  Easy: "Easy",
  Medium: "Medium",
  Hard: "Hard",
  Extreme: "Extreme",
};

export const rewardPrefix = "Reward: ";
export const minBet = "Min Bet";
export const requiredMultiplier = "Required Multi";
export const view = "View challenge";
export const viewNamed = (title: string) => `View: ${title}`;
export const claim = "Claim challenge";
export const claimNamed = (title: string) => `Claim: ${title}`;

export const dialogCompleted = "Challenge completed!";
export const dialogCompletedText = (title: ReactNode, number: string, prize: string) => (
  <>
    {title} ({number}) has been successfully completed
    {prize === "" ? "" : ` for a reward of ${prize}`}.
  </>
);
export const done = "Done";
export const close = "Close";
export const join = (server: string) => `Join ${server}`;
export const newTab = " (opens in a new tab)";
export const reward = "Reward";
export const challengeNumber = "Challenge number";
export const challengeNumberCopied = "challenge number";

export const howToClaim = "How to claim";
export const stepTicket = (server: string) =>
  `Once you have done it, create a ticket in the ${server} server.`;
export const stepTicketNoServer =
  "Once you have done it, create a ticket in the community chat server.";
export const stepTicketAsk =
  "Once you have done it, create a ticket in the community chat server. Ask the streamer for an invite.";
export const stepNumber = (number: ReactNode) => <>Mention the challenge number {number}.</>;
export const stepNumberAndAccount = (number: ReactNode, account: ReactNode) => (
  <>
    Mention the challenge number {number} and your account ID {account}.
  </>
);
export const stepWait = (strong: (text: string) => ReactNode) => (
  <>Verification takes {strong("24-48 hours")}.</>
);

/** What is to be done, where the streamer wrote no task. Any part may be empty. */
export function task(multiplier: string, minimumBet: string, provider: string): string {
  const where = provider === "" ? "" : ` in this game by ${provider}`;
  const bet = minimumBet === "" ? "" : ` with a bet of at least ${minimumBet}`;
  return multiplier === "" ? `Win${where}${bet}.` : `Hit ${multiplier} or more${where}${bet}.`;
}
export const pointCount = formatPointCount;
