import type { BrowserContext, Page } from "@playwright/test";
import { cardName, readCards } from "../../src/features/games/blackjack/cards";
import { enterAs, expect, ONCE, test } from "../house";
import { Books } from "./books";
import {
  type Answer,
  answerTo,
  expectTurn,
  mines,
  openBlackjack,
  openGame,
  openMines,
  tile,
} from "./games";

test.beforeEach(async ({ context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
});

/** Everything the browser was told while a round was open: calls, pushes, pages and storage. */
class Witness {
  private heard: string[] = [];

  /** Listens from here on. Begin before the page is opened. */
  async listen(context: BrowserContext, page: Page): Promise<void> {
    await context.route("**/api/**", async (route) => {
      const response = await route.fetch();
      this.heard.push(withoutEnded(await response.text()));
      await route.fulfill({ response });
    });
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => this.heard.push(payload.toString())),
    );
  }

  /** Takes down how the page stands. */
  async look(page: Page): Promise<void> {
    this.heard.push(
      await page.content(),
      await page.evaluate(() => JSON.stringify([localStorage, sessionStorage])),
    );
  }

  /** Ends the listening: everything heard so far. */
  async stop(context: BrowserContext): Promise<readonly string[]> {
    await context.unrouteAll({ behavior: "wait" });
    return this.heard.splice(0);
  }
}

function isEnded(value: unknown): boolean {
  return typeof value === "object" && value !== null && "result" in value && value.result !== null;
}

/** An answer without the rounds in it that have ended: their secrets are out. */
function withoutEnded(body: string): string {
  if (!body.startsWith("{")) return body;
  return JSON.stringify(JSON.parse(body), (_, value: unknown) => (isEnded(value) ? null : value));
}

/** None of the secrets was heard; the same places do tell what is no secret. */
function expectKept(heard: readonly string[], secrets: readonly string[], known: string): void {
  const all = heard.join("\n");
  expect(all).toContain(known);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(3);
    expect(all).not.toContain(secret);
  }
}

/** To another page and back, by the site's own links. */
async function goAwayAndBack(page: Page): Promise<void> {
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
  await expect(page).toHaveURL("/terms-of-service");
  await page.goBack();
}

test("a round of mines goes on after a reload and a visit elsewhere, and keeps its secret", {
  tag: ONCE,
}, async ({ page, context, request, newcomer }) => {
  const witness = new Witness();
  await witness.listen(context, page);
  await openGame(page, mines);
  let answer = await openMines(page, 5);
  const { id } = answer.round;

  const stands = async ({ round }: Answer) => {
    const gems = Array.isArray(round.detail.steps) ? round.detail.steps.length : 0;
    const tiles = page.getByRole("group", { name: /^Board/ }).getByRole("button");
    await expect(tiles).toHaveCount(25);
    await expect(tiles.filter({ visible: true }).and(page.getByLabel(/gem found$/))).toHaveCount(
      gems,
    );
    await expect(page.getByLabel(/^Tile row \d, column \d$/)).toHaveCount(25 - gems);
    await expect(page.getByRole("button", { name: /^Cash out/ })).toBeEnabled();
    await expect(page.getByRole("button", { name: "Start game" })).toHaveCount(0);
    await witness.look(page);
  };
  await stands(answer);
  await page.reload();
  await stands(answer);
  await goAwayAndBack(page);
  await stands(answer);

  const heard = [...(await witness.stop(context))];
  answer = await answerTo(page, "mines/reveal", () => tile(page, 1, 1).click());
  await expectTurn(page, answer, mines);
  if (answer.round.result === null) {
    const cashOut = page.getByRole("button", { name: /^Cash out/ });
    answer = await answerTo(page, "mines/cashout", () => cashOut.click());
  }
  expect(answer.round.id).toBe(id);
  const { detail } = answer.round;
  const secrets = [detail.mines, detail.draws].map((secret) => JSON.stringify(secret));
  const books = new Books(request, newcomer);
  expectKept(heard, [...secrets, await books.revealSeed()], id);
});

test("a hand of blackjack goes on after a reload and a visit elsewhere, and keeps its secret", {
  tag: ONCE,
}, async ({ page, context, request, newcomer }) => {
  const witness = new Witness();
  await witness.listen(context, page);
  await openGame(page, { ...mines, path: "/games/blackjack", name: "Blackjack", button: "Deal" });
  let answer = await openBlackjack(page);
  const { id, detail: open } = answer.round;

  const player = (readCards(open.player) ?? []).map(cardName).join(", ");
  const upCard = (readCards(open.dealer) ?? []).map(cardName).join(", ");
  expect([player, upCard]).not.toContain("");
  const stands = async () => {
    await expect(page.getByRole("img", { name: `You: ${player}; ` })).toBeVisible();
    const dealer = `Dealer: ${upCard}, one card face down; `;
    await expect(page.getByRole("img", { name: dealer })).toBeVisible();
    await expect(page.getByRole("button", { name: "Stand" })).toBeEnabled();
    await expect(page.getByRole("button", { name: /^Deal( again)?$/ })).toHaveCount(0);
    await witness.look(page);
  };
  await stands();
  await page.reload();
  await stands();
  await goAwayAndBack(page);
  await stands();

  const heard = [...(await witness.stop(context))];
  const stand = page.getByRole("button", { name: "Stand" });
  answer = await answerTo(page, "blackjack/stand", () => stand.click());
  expect(answer.round.id).toBe(id);
  const { detail } = answer.round;
  const hole = (readCards(detail.dealer) ?? [])[1];
  expect(hole).toBeDefined();
  if (hole === undefined) return;
  const secrets = [
    `"${hole.rank}${hole.suit}"`,
    cardName(hole),
    JSON.stringify(detail.deck),
    JSON.stringify(detail.draws),
    await new Books(request, newcomer).revealSeed(),
  ];
  expectKept(heard, secrets, cardName(readCards(detail.dealer)?.[0] ?? hole));
});
