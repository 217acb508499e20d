import type { Challenge } from "./model";

export function aChallenge(id: string, title: string, more: Partial<Challenge> = {}): Challenge {
  return {
    id,
    title,
    provider: "Pragmatic",
    task: "Hit it",
    description: "",
    image: "",
    minBet: "$0.20",
    multiplier: "500x",
    reward: "$50",
    difficulty: "Hard",
    completed: false,
    rewardPoints: null,
    ...more,
  };
}
