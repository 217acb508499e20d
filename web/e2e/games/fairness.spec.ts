import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, test } from "../house";

type Line = { game: string; params: object };

function readVectors(path: string): Record<string, Line[]> {
  return JSON.parse(readFileSync(`src/features/games/${path}`, "utf8"));
}

/** Published rounds, one of each game, as a line that can be pasted. */
function publishedLines(): Line[] {
  const vectors = {
    ...readVectors("common/checker/round-vectors.json"),
    ...readVectors("plinko/check/vectors.json"),
  };
  return ["mines", "blackjack", "slot", "roulette", "keno", "plinko", "giveaway"].flatMap(
    (game) => {
      const vector = vectors[game]?.[5];
      return vector === undefined ? [] : [{ ...vector, game }];
    },
  );
}

async function paste(page: Page, line: object): Promise<void> {
  const box = page.getByLabel("Round or giveaway as JSON");
  if (!(await box.isVisible())) await page.getByText("Paste a whole round instead").click();
  await box.fill(JSON.stringify(line));
  await page.getByRole("button", { name: "Load these values" }).click();
}

test("anybody can check a round of every game, and a giveaway", async ({ page }) => {
  await page.goto("/fairness");
  await expect(page.getByText("The roll is 1.23")).toBeVisible();
  const lines = publishedLines();
  expect(lines).toHaveLength(7);
  for (const line of lines) {
    await paste(page, line);
    await expect(page.getByText("Everything matches"), line.game).toBeVisible();
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  await paste(page, { ...lines[0], expect: { payout: 12_345 } });
  await expect(page.getByText("Not everything matches")).toBeVisible();
});

test("the odds of every game stand on the page", async ({ page }) => {
  await page.goto("/fairness");
  const games = page.getByRole("group", { name: "Game", exact: true }).getByRole("radio");
  await expect(games).toHaveCount(8);
  for (let place = 0; place < 8; place += 1) {
    await games.nth(place).check({ force: true });
    await expect(page.getByText("Recomputed here: it matches this table")).toBeVisible();
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
});

test("a round of one's own is checked when its seed is revealed", { tag: ONCE }, async ({
  page,
  context,
  request,
  newcomer,
  admin,
}) => {
  await admin.givePoints(newcomer.id, 100);
  const headers = { Authorization: `Bearer ${newcomer.token}` };
  const bet = { bet: 10, target: 50, direction: "under" };
  const answer = await request.post("/api/games/dice/bet", { headers, data: bet });
  const { round }: { round: { id: string } } = await answer.json();

  const address = `/fairness?round=${encodeURIComponent(round.id)}`;
  await page.goto(address);
  await expect(page.getByText("This round belongs to a member.")).toBeVisible();
  await enterAs(context, newcomer);
  await page.goto(address);
  await expect(page.getByText("Already fixed")).toBeVisible();
  await page.getByRole("button", { name: "Seeds" }).click();
  await page.getByRole("button", { name: "Rotate seeds" }).click();
  await expect(page.getByText("Everything matches")).toBeVisible();
  await expectNoOverflow(page);
});
