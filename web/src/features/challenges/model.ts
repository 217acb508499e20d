import { pictureAddress } from "@/ui/picture-address";
import type { components } from "@/wire/schema";
import * as texts from "./texts/en";

type WireChallenge = components["schemas"]["Challenge"];

/** A challenge as it is shown; what a draft may leave out is empty here. */
export type Challenge = Required<WireChallenge>;
export type Difficulty = Challenge["difficulty"];

/** How the lists are ordered; `all` is the order they were published in. */
export type Order = "all" | "easiest" | "hardest";

/** Easiest first. */
export const difficulties: readonly Difficulty[] = ["Easy", "Medium", "Hard", "Extreme"];

/** 1 for the easiest, 4 for the hardest. */
export function difficultyLevel(difficulty: Difficulty): number {
  return difficulties.indexOf(difficulty) + 1;
}

export function filledIn(challenge: WireChallenge): Challenge {
  return {
    id: "",
    provider: "",
    task: "",
    description: "",
    image: "",
    minBet: "",
    multiplier: "",
    reward: "",
    completed: false,
    ...challenge,
  };
}

export type Lists = { available: readonly Challenge[]; completed: readonly Challenge[] };

/** Both lists of the page. Challenges that are equally hard keep the order they were published in. */
export function listsOf(challenges: readonly Challenge[], order: Order): Lists {
  const ordered = inOrder(challenges, order);
  return {
    available: ordered.filter((challenge) => !challenge.completed),
    completed: ordered.filter((challenge) => challenge.completed),
  };
}

function inOrder(challenges: readonly Challenge[], order: Order): readonly Challenge[] {
  if (order === "all") return challenges;
  const direction = order === "easiest" ? 1 : -1;
  return challenges.toSorted(
    (one, other) =>
      direction * (difficultyLevel(one.difficulty) - difficultyLevel(other.difficulty)),
  );
}

/** The picture's address; null where pages show none. */
export function pictureOf(challenge: Challenge): string | null {
  return pictureAddress(challenge.image);
}

/** What the challenge brings: the words of the streamer, and the points the house pays. */
export function rewardText({ reward, rewardPoints }: Challenge): string {
  const points = rewardPoints === null || rewardPoints === 0 ? "" : texts.pointCount(rewardPoints);
  return [reward, points].filter((part) => part !== "").join(" + ");
}
