import { pictureAddress } from "@/ui/picture-address";
import type { components } from "@/wire/schema";
import type { Trait } from "../drafts/model";
import * as texts from "./texts/en";

type WireChallenge = components["schemas"]["Challenge"];

/** A challenge as it is edited; what a list may leave out is empty here. */
export type Challenge = Required<WireChallenge>;
type Difficulty = Challenge["difficulty"];

export const difficulties = ["Easy", "Medium", "Hard", "Extreme"] as const;

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

/** What the list may hold; the server takes no more. */
export const CHALLENGES_MAX = 200;

export const traits: readonly Trait<Challenge>[] = [
  { label: texts.title, text: ({ title }) => title },
  { label: texts.provider, text: ({ provider }) => provider },
  { label: texts.task, text: ({ task }) => task },
  { label: texts.description, text: ({ description }) => description },
  { label: texts.image, text: ({ image }) => image },
  { label: texts.minBet, text: ({ minBet }) => minBet },
  { label: texts.multiplier, text: ({ multiplier }) => multiplier },
  { label: texts.reward, text: ({ reward }) => reward },
  { label: texts.points, text: ({ rewardPoints }) => (rewardPoints ? String(rewardPoints) : "") },
  { label: texts.difficulty, text: ({ difficulty }) => difficulty },
  { label: texts.status, text: ({ completed }) => (completed ? texts.completed : texts.pending) },
];

export type StatusFilter = "all" | "pending" | "completed";
export type DifficultyFilter = "all" | Difficulty;

export type Filter = { status: StatusFilter; difficulty: DifficultyFilter };

export function matching(
  challenges: readonly Challenge[],
  { status, difficulty }: Filter,
): readonly Challenge[] {
  return challenges.filter(
    (challenge) =>
      (status === "all" || challenge.completed === (status === "completed")) &&
      (difficulty === "all" || challenge.difficulty === difficulty),
  );
}

/** The picture's address; null where pages show none. */
export function pictureOf({ image }: Pick<Challenge, "image">): string | null {
  return pictureAddress(image);
}
