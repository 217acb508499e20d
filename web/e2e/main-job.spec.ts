import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, freshName, ONCE, PASSWORD, test } from "./house";

const balance = (page: Page) => page.getByTestId("balance");

/** The amount on show, as a number. */
async function shown(page: Page): Promise<number> {
  const text = (await balance(page).locator("[aria-hidden]").last().textContent()) ?? "";
  return Number(text.replaceAll(",", ""));
}

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("a newcomer signs up, gets points, rolls dice, and finds everything again", async ({
  page,
  context,
  admin,
}) => {
  const username = freshName();
  const email = `${username}@example.com`;

  await test.step("sign up in the browser", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("checkbox", { name: /^I agree/ }).check();
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(username);
    await expect(balance(page)).toHaveText(/^0/);
  });

  const id = await page.evaluate(() => {
    const stored: { id: string } = JSON.parse(localStorage.getItem("pointhouse.member") ?? "{}");
    return stored.id;
  });
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    email,
  );

  await test.step("points arrive by push", async () => {
    await admin.givePoints(id, 500);
    await expect.poll(() => shown(page)).toBe(500);
  });

  const second = await context.newPage();
  await second.goto("/");
  await expect.poll(() => shown(second)).toBe(500);

  const after =
    await test.step("a bet is rolled, and the balance follows the pointer", async () => {
      await page.goto("/games/dice");
      await page.getByLabel("Bet amount").fill("40");
      await expect(page.getByText(/^Returns/)).toContainText("79");
      const answered = page.waitForResponse("**/api/games/dice/bet");
      await page.getByRole("button", { name: "Roll dice" }).click();
      const answer: { balance: number; round: { payout: number; detail: { roll: string } } } =
        await (await answered).json();
      expect(answer.balance).toBe(500 - 40 + answer.round.payout);

      const outcome = page.getByRole("status").filter({ hasText: "Rolled" });
      await expect(outcome).toContainText(answer.round.detail.roll);
      await expect(outcome).toContainText(answer.round.payout > 0 ? "Hit +39" : "Missed −40");
      await expect.poll(() => shown(page)).toBe(answer.balance);
      await expect(page.getByRole("list", { name: "Your last rolls, newest first" })).toContainText(
        answer.round.detail.roll,
      );
      return answer;
    });

  await test.step("the second window has it by push", async () => {
    await expect.poll(() => shown(second)).toBe(after.balance);
  });

  await test.step("a reload finds the balance and the roll", async () => {
    await page.reload();
    await expect.poll(() => shown(page)).toBe(after.balance);
    await expect(page.getByRole("list", { name: "Your last rolls, newest first" })).toContainText(
      after.round.detail.roll,
    );
    await expectAccessible(page);
  });

  await test.step("log out, in both windows", async () => {
    await page.getByRole("button", { name: /Account menu/ }).click();
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await expect(second.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  });

  await test.step("log in again, back to the game that was asked for", async () => {
    await page.goto("/games/dice");
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/games/dice");
    await expect.poll(() => shown(page)).toBe(after.balance);
  });
});

test("the shown balance waits for the pointer", { tag: ONCE }, async ({
  page,
  context,
  admin,
  newcomer,
}) => {
  await admin.givePoints(newcomer.id, 100);
  await enterAs(context, newcomer);
  await page.goto("/games/dice");
  await expect.poll(() => shown(page)).toBe(100);
  await expect(page.getByRole("button", { name: "Roll dice" })).toBeEnabled();

  // Every amount that was on show, with whether the result was on show by then.
  await page.evaluate(() => {
    const seen: { amount: string; settled: boolean }[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const amounts = document.querySelectorAll("[data-testid=balance] [aria-hidden]");
      const settled = /Rolled/.test(document.querySelector("main")?.textContent ?? "");
      seen.push({ amount: [...amounts].at(-1)?.textContent ?? "", settled });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByLabel("Bet amount").fill("10");
  await page.getByRole("button", { name: "Roll dice" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Rolled" })).toBeVisible();
  await expect.poll(() => shown(page)).not.toBe(100);

  const seen = await page.evaluate(() => {
    const { seen: amounts } = window as unknown as {
      seen: { amount: string; settled: boolean }[];
    };
    return amounts;
  });
  const early = seen.filter(({ settled }) => !settled).map(({ amount }) => amount);
  expect(early.length).toBeGreaterThan(0);
  expect(new Set(early)).toEqual(new Set(["100"]));
});
