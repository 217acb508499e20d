import { mergeForm } from "../drafts/merge";
import type { FormDefaults } from "../status/form-defaults";
import { type Challenge, difficulties } from "./model";
import type { ChallengeForm } from "./validation";

export type { ChallengeForm };

const usual = "Medium";

/** What the form of a challenge begins with. */
export function formOf(challenge: Challenge): ChallengeForm {
  const { id: _, rewardPoints, ...fields } = challenge;
  return { ...fields, rewardPoints: rewardPoints === null ? "" : String(rewardPoints) };
}

/** What the form of a new challenge begins with. */
export function newForm({
  challenge_points: points,
  challenge_difficulty: difficulty,
}: FormDefaults): ChallengeForm {
  return {
    title: "",
    provider: "",
    task: "",
    description: "",
    image: "",
    minBet: "",
    multiplier: "",
    reward: "",
    rewardPoints: points === 0 ? "" : String(points),
    difficulty,
    completed: false,
  };
}

/** Converts the form to a challenge. */
export function challengeOf(id: string, form: ChallengeForm): Challenge {
  const points = Number(form.rewardPoints);
  const difficulty = difficulties.find((one) => one === form.difficulty) ?? usual;
  return { ...form, id, difficulty, rewardPoints: points > 0 ? points : null };
}

/** Applies the form of an opened challenge to the current one, which may have changed meanwhile. */
export function editChallenge(opened: Challenge, current: Challenge, typed: ChallengeForm) {
  const { form, isConflict } = mergeForm(formOf(opened), formOf(current), typed);
  return { entry: challengeOf(current.id, form), isConflict };
}
