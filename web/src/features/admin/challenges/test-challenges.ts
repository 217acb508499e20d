import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import type { Challenge } from "./model";

export const LIST = "GET /api/challenges";
export const PUBLISH = "POST /api/challenges";

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

/** The challenges as the server keeps them, with the tag that goes with their list. */
export class TestChallenges {
  list: Challenge[] = [
    aChallenge("1", "Olympus", { rewardPoints: 250 }),
    aChallenge("2", "Bonanza", { difficulty: "Easy", completed: true, rewardPoints: 100 }),
    aChallenge("3", "Bandit", { difficulty: "Easy" }),
  ];
  version = 1;

  readonly answers: Answers = {
    [LIST]: () => this.listAnswer(),
    [PUBLISH]: async (request) => {
      if (request.headers.get("If-Match") !== `"v${this.version}"`)
        return refusal(
          409,
          "Somebody else has changed the challenges meanwhile",
          "version_conflict",
        );
      const list: Challenge[] = await request.clone().json();
      this.list = list.map((one, index) => Object.assign(one, { id: String(index + 1) }));
      this.version += 1;
      return jsonAnswer({ success: true, version: `v${this.version}` });
    },
  };

  listAnswer(): Response {
    return jsonAnswer(this.list, 200, { ETag: `"v${this.version}"` });
  }

  /** Another admin publishes. */
  publishElsewhere(change: (challenges: Challenge[]) => Challenge[]): void {
    this.list = change(this.list);
    this.version += 1;
  }
}

export async function openChallenges(challenges: TestChallenges, answers: Answers) {
  const panel = openAsAdmin("/admin/challenges", { ...challenges.answers, ...answers });
  await screen.findByText("Olympus");
  return panel;
}

export const button = (name: string) => screen.getByRole("button", { name });
export const press = (name: string) => userEvent.click(button(name));
export const complete = (title: string) => press(`Pending: ${title}`);
export const answerYes = async (name: string) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

/** The titles in their order. */
export const rows = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("rowheader").querySelector("p span")?.textContent);
