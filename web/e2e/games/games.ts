import type { Locator, Page } from "@playwright/test";
import type { GameId, Round } from "../../src/features/games/common/queries";
import { expect } from "../house";

/** A game as the browser's tests play it. */
export type Game = {
  id: GameId;
  name: string;
  path: string;
  /** What the page calls its rounds. */
  many: string;
  /** The call that takes the stake. */
  call: string;
  /** The button that makes it. */
  button: string | RegExp;
  /** What has to be set before every bet. */
  prepare?: (page: Page) => Promise<void>;
  /** What has to be put away after a bet. */
  settle?: (page: Page, answer: Pick<Answer, "round">) => Promise<void>;
};

/** What the server answers to a bet or a move. */
export type Answer = { balance: number; seq: number; round: Round };

const pickNumbers = async (page: Page) => {
  for (const number of ["7", "14", "21"]) {
    const button = page.getByRole("button", { name: new RegExp(`^${number}(,|$)`) });
    if ((await button.getAttribute("aria-pressed")) === "false") await button.click();
  }
};

const placeChips = async (page: Page) => {
  await page.getByRole("button", { name: /^Red(,|$)/ }).click();
  await page.getByRole("button", { name: /^Number 17(,|$)/ }).click();
};

export const dice: Game = {
  id: "dice",
  name: "Dice",
  path: "/games/dice",
  many: "rolls",
  call: "dice/bet",
  button: "Roll dice",
};
export const limbo: Game = {
  id: "limbo",
  name: "Limbo",
  path: "/games/limbo",
  many: "rolls",
  call: "limbo/bet",
  button: "Roll",
};
export const keno: Game = {
  id: "keno",
  name: "Keno",
  path: "/games/keno",
  many: "draws",
  call: "keno/bet",
  button: "Play",
  prepare: pickNumbers,
};
const plinko: Game = {
  id: "plinko",
  name: "Plinko",
  path: "/games/plinko",
  many: "balls",
  call: "plinko/bet",
  button: "Drop a ball",
};
export const roulette: Game = {
  id: "roulette",
  name: "Roulette",
  path: "/games/roulette",
  many: "spins",
  call: "roulette/bet",
  button: /^Spin for/,
  prepare: placeChips,
};
/** One spin in 26 opens a window over the page: from 5x the bet on. */
async function closeWinWindow(page: Page, { round }: Pick<Answer, "round">): Promise<void> {
  if (round.detail.label === null) return;
  const window = page.getByRole("dialog");
  await expect(window).toBeVisible();
  await page.keyboard.press("Space");
  await expect(window).toBeHidden();
}

export const slot: Game = {
  id: "slot",
  name: "Downunder Dawgs",
  path: "/slots/downunder-dawgs",
  many: "spins",
  call: "slot/bet",
  button: "Spin",
  settle: closeWinWindow,
};
export const mines: Game = {
  id: "mines",
  name: "Mines",
  path: "/games/mines",
  many: "rounds",
  call: "mines/start",
  button: "Start game",
};
export const blackjack: Game = {
  id: "blackjack",
  name: "Blackjack",
  path: "/games/blackjack",
  many: "rounds",
  call: "blackjack/deal",
  button: /^Deal( again)?$/,
};

/** The games whose bet is answered with its result. */
export const instantGames = [dice, limbo, keno, plinko, roulette, slot] as const;
/** The games whose round goes on over several moves. */
export const stepGames: readonly Game[] = [mines, blackjack];
export const allGames: readonly Game[] = [...instantGames, ...stepGames];

export function betButton(page: Page, game: Game): Locator {
  return page.getByRole("button", { name: game.button, exact: true });
}

/** Opens the page of a game without motion, ready for its first bet. */
export async function openGame(page: Page, game: Game): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(game.path);
  await expect(page.getByRole("heading", { name: game.name, level: 1 })).toBeVisible();
  await game.prepare?.(page);
  // The reels of the slot are drawn by software here.
  await expect(betButton(page, game)).toBeEnabled({ timeout: 30_000 });
}

/** Does what makes a call of a game, and hands back what the server answered. */
export async function answerTo(
  page: Page,
  call: string,
  act: () => Promise<void>,
): Promise<Answer> {
  const path = `/api/games/${call.replace("*", "")}`;
  // The page may read the round at the same time, which is a GET.
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && new URL(response.url()).pathname.startsWith(path),
  );
  await act();
  return (await answered).json();
}

/** Places the bet of a page that is ready for it. */
export async function bet(page: Page, game: Game): Promise<Answer> {
  const answer = await answerTo(page, game.call, () => betButton(page, game).click());
  await game.settle?.(page, answer);
  return answer;
}

/** The last rounds of the page. */
export function strip(page: Page, game: Game): Locator {
  return page
    .getByRole("list", { name: `Your last ${game.many}, newest first` })
    .getByRole("listitem");
}

/** The balance on show. */
export async function shownBalance(page: Page): Promise<number> {
  const amount = page.getByTestId("balance").locator("[aria-hidden]").last();
  return Number(((await amount.textContent()) ?? "").replaceAll(",", ""));
}

/** How a step game's open round stands for the page: whether it may be asked for the next move. */
export async function expectTurn(page: Page, answer: Answer, game: Game): Promise<void> {
  const { result, detail } = answer.round;
  if (result !== null) return expect(betButton(page, game)).toBeEnabled();
  if (game.id === "blackjack") {
    const name = detail.phase === "insurance" ? "Insurance" : "Your move";
    const moves = page.getByRole("group", { name, exact: true });
    return expect(moves).toHaveAttribute("aria-busy", "false");
  }
  const steps = Array.isArray(detail.steps) ? detail.steps.length : 0;
  const said = steps === 0 ? "Pick a tile." : `${steps} ${steps === 1 ? "gem" : "gems"} found,`;
  await expect(page.getByRole("status").filter({ hasText: said })).toBeAttached();
}

export function tile(page: Page, row: number, column: number): Locator {
  return page.getByRole("button", { name: new RegExp(`^Tile row ${row}, column ${column}(,|$)`) });
}

/** Opens rounds of mines until one stands with its first gem; the last answer. */
export async function openMines(page: Page, count: number): Promise<Answer> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await page.getByLabel("Custom, 1 to 24").fill(String(count));
    await expectTurn(page, await bet(page, mines), mines);
    const answer = await answerTo(page, "mines/reveal", () => tile(page, 3, 3).click());
    await expectTurn(page, answer, mines);
    if (answer.round.result === null) return answer;
  }
  throw new Error("Twenty first picks in a row hit a mine.");
}

/** Deals until a round waits for a move, without insurance; the last answer. */
export async function openBlackjack(page: Page): Promise<Answer> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    let answer = await bet(page, blackjack);
    await expectTurn(page, answer, blackjack);
    if (answer.round.detail.phase === "insurance") {
      const decline = page.getByRole("button", { name: "No insurance" });
      answer = await answerTo(page, "blackjack/insurance", () => decline.click());
      await expectTurn(page, answer, blackjack);
    }
    if (answer.round.result === null) return answer;
  }
  throw new Error("Twenty deals in a row were over at once.");
}
