import { enterAs, expect, ONCE, test } from "../house";
import { answerTo, bet, dice, expectTurn, mines, openGame, openMines, strip, tile } from "./games";

test("a round goes on in every window of its member", { tag: ONCE }, async ({
  page,
  context,
  admin,
  newcomer,
}) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
  const other = await context.newPage();
  await openGame(page, mines);
  await openGame(other, mines);
  // Beside one mine nearly every pick is a gem, so that the round stays open.
  await openMines(page, 1);
  const gems = other.getByRole("status").filter({ hasText: "1 gem found," });
  await expect(gems).toBeAttached();

  const answer = await answerTo(other, "mines/reveal", () => tile(other, 1, 1).click());
  await expectTurn(page, answer, mines);
  if (answer.round.result === null) {
    const cashOut = other.getByRole("button", { name: /^Cash out/ });
    await answerTo(other, "mines/cashout", () => cashOut.click());
  }
  await expect(page.getByText("Your round has already ended.")).toBeVisible();
  await expect(strip(page, mines)).toHaveCount(await strip(other, mines).count());
});

test("the strip of a game lists what was played in another window", { tag: ONCE }, async ({
  page,
  context,
  admin,
  newcomer,
}) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
  const other = await context.newPage();
  await openGame(page, dice);
  await openGame(other, dice);
  for (const count of [1, 2]) {
    await bet(other, dice);
    await expect(strip(other, dice)).toHaveCount(count);
    await expect(strip(page, dice)).toHaveCount(count);
  }
});
