import type { APIRequestContext, Page } from "@playwright/test";
import type { Round } from "../../src/features/games/common/queries";
import type { components } from "../../src/wire/schema";
import { expect, type Newcomer } from "../house";
import { type Answer, type Game, shownBalance } from "./games";

type LedgerItem = components["schemas"]["LedgerItem"];

/** A member's points and rounds as the server has them, read past the page. */
export class Books {
  private readonly request: APIRequestContext;
  private readonly member: Newcomer;

  constructor(request: APIRequestContext, member: Newcomer) {
    this.request = request;
    this.member = member;
  }

  async points(): Promise<number> {
    const { user }: { user: { points: number } } = await this.read("/api/auth/me");
    return user.points;
  }

  /** Every movement, newest first. */
  async ledger(): Promise<LedgerItem[]> {
    const items: LedgerItem[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer: components["schemas"]["LedgerPage"] = await this.read(
        `/api/me/ledger?page=${page}&limit=50`,
      );
      items.push(...answer.items);
      pages = answer.pages;
    }
    return items;
  }

  /** Ended rounds, newest first. */
  async history(game: Game): Promise<Round[]> {
    const answer: { history: Round[] } = await this.read(`/api/games/${game.id}/history?limit=20`);
    return answer.history;
  }

  async openRound(game: Game): Promise<Round | null> {
    const answer: { round: Round | null } = await this.read(`/api/games/${game.id}/state`);
    return answer.round;
  }

  /** Reveals the server seed of the rounds so far. */
  async revealSeed(): Promise<string> {
    const answer = await this.request.post("/api/games/fairness/rotate", {
      headers: this.headers(),
      data: {},
    });
    expect(answer.status(), await answer.text()).toBe(200);
    const seeds = [...(await answer.text()).matchAll(/"serverSeed":"([0-9a-f]{64})"/g)];
    expect(seeds).toHaveLength(1);
    return seeds[0]?.[1] ?? "";
  }

  private headers() {
    return { Authorization: `Bearer ${this.member.token}` };
  }

  private async read<T>(path: string): Promise<T> {
    const answer = await this.request.get(path, { headers: this.headers() });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return answer.json();
  }
}

/** Collects what the server answers to the bets and moves of a page. */
export function collectAnswers(page: Page, game: Game): () => Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  page.on("response", (response) => {
    const isMove = response.request().method() === "POST";
    if (isMove && response.url().includes(`/api/games/${game.id}/`)) answers.push(response.json());
  });
  return () => Promise.all(answers);
}

/**
 * The page, the member's balance, the sum of the ledger and the list of rounds all say what the
 * answers said. `start` is what the member had before.
 */
export async function expectBooksAgree(
  page: Page,
  books: Books,
  game: Game,
  { start, answers }: { start: number; answers: readonly Answer[] },
): Promise<void> {
  const ended = answers.map(({ round }) => round).filter(({ result }) => result !== null);
  const net = ended.reduce((sum, { payout, staked }) => sum + payout - staked, 0);
  expect(answers.at(-1)?.balance).toBe(start + net);
  await expect.poll(() => shownBalance(page)).toBe(start + net);
  expect(await books.points()).toBe(start + net);
  const ledger = await books.ledger();
  expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(start + net);
  expect(await books.history(game)).toEqual(ended.toReversed());
}
