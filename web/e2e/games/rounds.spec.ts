import type { Page } from "@playwright/test";
import { enterAs, expect, ONCE, test } from "../house";
import { Books, collectAnswers, expectBooksAgree } from "./books";
import {
  type Answer,
  answerTo,
  bet,
  blackjack,
  expectTurn,
  instantGames,
  mines,
  openGame,
  strip,
  tile,
} from "./games";

const START = 1_000;
const ROUNDS = 10;
/** As many rounds as a game's list holds. */
const ROUNDS_MAX = 20;
/** More moves than a hand of blackjack can have, also one that is split. */
const MOVES_MAX = 50;

test.beforeEach(async ({ context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, START);
  await enterAs(context, newcomer);
});

for (const game of instantGames)
  test(`${game.name}: ten rounds, and all books agree`, { tag: ONCE }, async ({
    page,
    request,
    newcomer,
  }) => {
    const answers = collectAnswers(page, game);
    await openGame(page, game);
    await expect(page.getByText(`Your last 15 ${game.many} will appear here.`)).toBeVisible();
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (round > 1) await game.prepare?.(page);
      await bet(page, game);
      await expect(strip(page, game)).toHaveCount(round);
    }
    const given = await answers();
    expect(given).toHaveLength(ROUNDS);
    await expectBooksAgree(page, new Books(request, newcomer), game, {
      start: START,
      answers: given,
    });
  });

/** One round: up to `gems` tiles of the first row, then the points. */
async function playMines(page: Page, count: number, gems: number): Promise<Answer> {
  await page.getByLabel("Custom, 1 to 24").fill(String(count));
  let answer = await bet(page, mines);
  await expectTurn(page, answer, mines);
  for (let column = 1; column <= gems && answer.round.result === null; column += 1) {
    answer = await answerTo(page, "mines/reveal", () => tile(page, 1, column).click());
    await expectTurn(page, answer, mines);
  }
  if (answer.round.result !== null) return answer;
  const cashOut = page.getByRole("button", { name: /^Cash out/ });
  answer = await answerTo(page, "mines/cashout", () => cashOut.click());
  await expectTurn(page, answer, mines);
  return answer;
}

test("Mines: ten rounds with cash-outs and hits, and all books agree", { tag: ONCE }, async ({
  page,
  request,
  newcomer,
}) => {
  const answers = collectAnswers(page, mines);
  await openGame(page, mines);
  const seen = new Set<unknown>();
  for (let round = 0; round < ROUNDS || (seen.size < 2 && round < ROUNDS_MAX); round += 1) {
    // Careful, bold, and with hardly a way out.
    const [count, gems] = [[1, 1] as const, [5, 3] as const, [24, 1] as const][round % 3] ?? [3, 2];
    const { detail, staked } = (await playMines(page, count, gems)).round;
    if (detail.status === "lost") {
      await expect(page.getByRole("button", { name: /the mine you hit$|turn rule$/ })).toHaveCount(
        1,
      );
      await expect(
        page.getByRole("status").filter({ hasText: `round lost, minus ${staked} points` }),
      ).toBeAttached();
    }
    if (detail.status === "lost" || detail.status === "cashed_out") seen.add(detail.status);
  }
  expect(seen).toEqual(new Set(["cashed_out", "lost"]));
  await expectBooksAgree(page, new Books(request, newcomer), mines, {
    start: START,
    answers: await answers(),
  });
});

/** What to do next, so that every kind of move is made as soon as it can be. */
function nextMove({ round: { detail } }: Answer, done: ReadonlySet<string>): string {
  if (detail.phase === "insurance") return done.has("Insure") ? "No insurance" : "Insure";
  const canDouble = Array.isArray(detail.actions) && detail.actions.includes("double");
  if (canDouble && !done.has("Double")) return "Double";
  const isLow = typeof detail.player_total === "number" && detail.player_total < 15;
  return isLow || (done.has("Stand") && !done.has("Hit")) ? "Hit" : "Stand";
}

test("Blackjack: ten rounds with every move, and all books agree", { tag: ONCE }, async ({
  page,
  request,
  newcomer,
}) => {
  const answers = collectAnswers(page, blackjack);
  await openGame(page, blackjack);
  const done = new Set<string>();
  const isComplete = () => ["Hit", "Stand", "Double"].every((move) => done.has(move));
  for (let round = 0; round < ROUNDS || (!isComplete() && round < ROUNDS_MAX); round += 1) {
    let answer = await bet(page, blackjack);
    await expectTurn(page, answer, blackjack);
    for (let moves = 0; answer.round.result === null; moves += 1) {
      expect(moves).toBeLessThan(MOVES_MAX);
      const move = nextMove(answer, done);
      const button = page.getByRole("button", { name: new RegExp(`^${move}`) });
      answer = await answerTo(page, "blackjack/*", () => button.click());
      await expectTurn(page, answer, blackjack);
      done.add(move);
    }
  }
  expect(isComplete()).toBe(true);
  await expectBooksAgree(page, new Books(request, newcomer), blackjack, {
    start: START,
    answers: await answers(),
  });
});
