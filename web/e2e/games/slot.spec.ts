import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, test } from "../house";

const spinButton = (page: Page) => page.getByRole("button", { name: "Spin", exact: true });

const failure = (page: Page) => page.getByText("Failed to load game. Please refresh.");

type SpinAnswer = {
  balance: number;
  round: {
    detail: { board: string[][]; bones: { cell: number; value: string }[]; multiplier: string };
  };
};

/** Presses a key and returns what the server answered to the bet. */
async function spin(page: Page, key: string): Promise<SpinAnswer> {
  const answered = page.waitForResponse("**/api/games/slot/bet");
  await page.keyboard.press(key);
  return (await answered).json();
}

/** The result in words, also while the window of a win covers the page. */
async function expectShown(page: Page, { balance, round }: SpinAnswer): Promise<void> {
  const { bones, multiplier, board } = round.detail;
  const words =
    bones.length === 0
      ? "No bones, no win."
      : `${bones.length} bones: ${bones.map((bone) => bone.value).join(" + ")} = ${multiplier}x`;
  await expect(page.locator("[role=status]").filter({ hasText: words })).toBeAttached({
    timeout: 20_000,
  });
  const cells = board.flat().map((symbol, cell) => {
    const bone = bones.find((one) => one.cell === cell);
    return bone === undefined ? symbol : `bone ${bone.value}x`;
  });
  for (const start of [0, 5, 10]) {
    const row = cells.slice(start, start + 5).join(", ");
    await expect(page.locator("li").filter({ hasText: row })).not.toHaveCount(0);
  }
  if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Space");
  await expect(page.getByTestId("balance").locator("[aria-hidden]").last()).toHaveText(
    balance.toLocaleString("en-US"),
  );
}

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ context, admin, newcomer }) => {
  await admin.givePoints(newcomer.id, 1_000);
  await enterAs(context, newcomer);
});

test("the reels show what the server drew, spun and skipped with the keyboard", async ({
  page,
}) => {
  await page.goto("/slots/downunder-dawgs");
  await expect(spinButton(page)).toBeEnabled({ timeout: 30_000 });
  await expect(page.locator("canvas")).toBeVisible();
  await expectNoOverflow(page);
  await page.keyboard.press("t");
  for (const key of ["Space", "Enter", "Space"]) await expectShown(page, await spin(page, key));
  await page.keyboard.press("t");
  const skipped = await spin(page, "Space");
  await page.keyboard.press("Space");
  await expectShown(page, skipped);
});

test("without motion the board is set at once, and the page is accessible", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/slots/downunder-dawgs");
  await expect(spinButton(page)).toBeEnabled({ timeout: 30_000 });
  await expectAccessible(page);
  await expectShown(page, await spin(page, "Space"));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Paytable and rules" }).click();
  await expect(page.getByRole("dialog", { name: "Paytable" })).toContainText("96.37%");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await expect(page.getByLabel("Number of spins")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test("a bet goes up and down in steps, and odds follow", { tag: ONCE }, async ({ page }) => {
  await page.goto("/slots/downunder-dawgs");
  await expect(spinButton(page)).toBeEnabled({ timeout: 30_000 });
  await page.getByRole("button", { name: /^Bet amount/ }).click();
  await page.getByRole("menuitemradio", { name: "1", exact: true }).click();
  await expect(page.getByText("86.49%")).toBeVisible();
  await expect(page.getByText("A win up to 1.80x only returns your stake")).toBeVisible();
  await page.getByRole("button", { name: "Higher bet" }).click();
  await expect(page.getByText("90.81%")).toBeVisible();
});

test("an auto run ends after its count", { tag: ONCE }, async ({ page }) => {
  await page.goto("/slots/downunder-dawgs");
  await expect(spinButton(page)).toBeEnabled({ timeout: 30_000 });
  await page.keyboard.press("t");
  await page.keyboard.press("a");
  await page.getByLabel("Number of spins").fill("2");
  await page.getByRole("button", { name: "Start auto" }).click();
  await expect(page.getByText("Auto finished: 2 spins.")).toBeVisible({ timeout: 40_000 });
});

test.describe("when the game cannot be loaded", { tag: ONCE }, () => {
  test("because its code does not come, the page says so and can be refreshed", async ({
    page,
  }) => {
    await page.route("**/open-reels*", (route) => route.abort());
    await page.goto("/slots/downunder-dawgs");
    await expect(failure(page)).toBeVisible();
    await expect(spinButton(page)).toBeDisabled();
    await page.unroute("**/open-reels*");
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(spinButton(page)).toBeEnabled({ timeout: 30_000 });
  });

  test("because a drawing does not come, the page says so", async ({ page }) => {
    await page.route("**/kelpie*.svg", (route) => route.fulfill({ status: 404 }));
    await page.goto("/slots/downunder-dawgs");
    await expect(failure(page)).toBeVisible();
  });

  test("because there is no WebGL, the page says so", async ({ page }) => {
    await page.addInitScript(() => {
      const real: unknown = Reflect.get(HTMLCanvasElement.prototype, "getContext");
      if (typeof real !== "function") return;
      const none = function (this: HTMLCanvasElement, ...asked: [string, ...unknown[]]) {
        return asked[0].startsWith("webgl") ? null : Reflect.apply(real, this, asked);
      };
      Object.assign(HTMLCanvasElement.prototype, { getContext: none });
      Object.assign(OffscreenCanvas.prototype, { getContext: () => null });
    });
    await page.goto("/slots/downunder-dawgs");
    await expect(failure(page)).toBeVisible();
  });
});

test("a lost graphics context is opened again", { tag: ONCE }, async ({ page }) => {
  await page.goto("/slots/downunder-dawgs");
  await expect(spinButton(page)).toBeEnabled({ timeout: 30_000 });
  const first = await page.locator("canvas").elementHandle();
  await first?.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return;
    const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  });
  await expect.poll(() => first?.evaluate((canvas) => canvas.isConnected)).toBe(false);
  await expect(page.locator("canvas")).toBeVisible();
  await expect(spinButton(page)).toBeEnabled({ timeout: 30_000 });
});
