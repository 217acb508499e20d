import type { Challenge } from "@/features/challenges/model";
import { type Giveaway, type Giveaways, phaseOf } from "@/features/giveaways/model";
import { serverNow } from "@/wire/server-clock";

/** The giveaways that can be entered now. */
export function openGiveaways(giveaways: readonly Giveaway[]): readonly Giveaway[] {
  const now = serverNow();
  return giveaways.filter((giveaway) => phaseOf(giveaway, now) === "active");
}

/** Those that cost nothing and that the member has not entered. */
export function freeGiveaways({ giveaways, own }: Giveaways): readonly Giveaway[] {
  return openGiveaways(giveaways).filter(
    ({ id, entryType }) => entryType === "free" && (own[id] ?? 0) === 0,
  );
}

/** The challenges that are still open and pay points. */
export function payingChallenges(challenges: readonly Challenge[]): readonly Challenge[] {
  return challenges.filter(({ completed, rewardPoints }) => !completed && (rewardPoints ?? 0) > 0);
}
