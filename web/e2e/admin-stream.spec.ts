import type { APIRequestContext, Browser, Locator, Page } from "@playwright/test";
import { enterByCall, openGiveaway, signUpAnother } from "./giveaways";
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  freshName,
  type Newcomer,
  test,
} from "./house";
import { openHunt, playSlot } from "./hunts";
import { enterPanel, joinAs, logInByCall, removePeople } from "./people";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones have a test of their own."));
test.afterEach(({ request }) => removePeople(request));

/**
 * Counts as docs/stream.md does: a click or a key is a press, and so is a text with the Enter that ends it.
 */
function counter() {
  let presses = 0;
  return {
    press: async (button: Locator) => {
      presses += 1;
      await button.click();
    },
    type: async (field: Locator, text: string, end?: "Enter") => {
      presses += 1;
      await field.fill(text);
      if (end !== undefined) await field.press(end);
    },
    /** Prints the count beside the one of before this page. */
    expectPresses: (what: string, before: number, now: number) => {
      process.stdout.write(`   ${what}: ${presses} presses, ${before} before\n`);
      expect(presses).toBe(now);
      expect(presses).toBeLessThan(before);
    },
  };
}

async function openStream(page: Page, token: string): Promise<void> {
  await enterPanel(page.context(), token);
  // Pushes are heard from here on.
  const connected = new Promise<void>((resolve) => {
    page.on("websocket", (socket) => socket.once("framereceived", () => resolve()));
  });
  await page.goto("/admin/stream");
  await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeVisible();
  await connected;
}

/** The page as a moderator of this browser or of another one sees it. */
async function asModerator(browser: Browser, request: APIRequestContext): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await openStream(page, await joinAs(request, "moderator"));
  return page;
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (within: Locator, name: string | RegExp) =>
  within.getByRole("button", { name, exact: true });

/** A member asks for a name at the casino. */
async function askForName(request: APIRequestContext, member: Newcomer): Promise<string> {
  const name = freshName();
  const answer = await request.put("/api/auth/update-gaming", {
    headers: { Authorization: `Bearer ${member.token}` },
    data: { rainbetUsername: name },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return name;
}

/** Nothing of another test runs or waits. */
async function endAll(request: APIRequestContext): Promise<void> {
  const headers = { Authorization: `Bearer ${await logInByCall(request)}` };
  const list = await request.get("/api/giveaways", { headers });
  const { giveaways }: { giveaways: { id: string; status: string }[] } = await list.json();
  for (const { id, status } of giveaways)
    if (status !== "ended") await request.delete(`/api/giveaways/${id}`, { headers });
  const names = await request.get("/api/auth/gaming-approvals", { headers });
  const { approvals }: { approvals: { id: string; status: string }[] } = await names.json();
  for (const { id, status } of approvals)
    if (status === "pending")
      await request.put(`/api/auth/gaming-approvals/${id}`, {
        headers,
        data: { status: "rejected" },
      });
}

async function enterRunning(request: APIRequestContext, member: Newcomer, prize: string) {
  const list = await request.get("/api/giveaways");
  const { giveaways }: { giveaways: { id: string; title: string; prize: string }[] } =
    await list.json();
  const drop = giveaways.find((one) => one.prize === prize);
  if (drop === undefined) throw new Error(`${prize} is not on the list.`);
  await enterByCall(request, member, drop, { entryType: "free", entryCost: 0, ticketCount: 1 });
}

test("a giveaway goes from nothing to its winner, and the next one is like the last", async ({
  page,
  request,
  newcomer,
}) => {
  await endAll(request);
  await openStream(page, await logInByCall(request));
  const giveaway = part(page, "Giveaway");
  const prize = `Mug ${freshName()}`;
  for (const isFirst of [true, false]) {
    const { press, type, expectPresses } = counter();
    if (isFirst) {
      await giveaway.getByLabel("Entry").selectOption("free");
      await type(giveaway.getByLabel("Prize"), prize);
    } else await expect(giveaway.getByLabel("Prize")).toHaveValue(prize);
    await press(button(giveaway, "Start"));
    await expect(giveaway.getByText("0 tickets of 0 members")).toBeVisible();
    await enterRunning(request, newcomer, prize);
    await expect(giveaway.getByText("1 ticket of 1 member")).toBeVisible();
    await expectAccessible(page);
    await press(button(giveaway, "End and draw"));
    await press(button(giveaway, "Press again to draw"));
    await expect(giveaway.getByRole("status").getByText(newcomer.username)).toBeVisible();
    await expect(giveaway.getByRole("link", { name: /^Proof/ })).toHaveAttribute(
      "href",
      /^\/giveaways\?proof=\d+$/,
    );
    if (!isFirst) expectPresses("Giveaway", 5, 3);
  }
  await expectAccessible(page);
  await expectNoOverflow(page);
  await button(giveaway, "Hide").click();
  await expect(giveaway.getByText("Winner", { exact: true })).toHaveCount(0);

  // One that was started by mistake.
  await button(giveaway, "Start").click();
  await button(giveaway, "End").click();
  await button(giveaway, "Cancel").click();
  await expect(button(giveaway, "End")).toBeFocused();
  await button(giveaway, "Cancel the giveaway…").click();
  await button(page.getByRole("dialog"), "Cancel and refund").click();
  await expect(button(giveaway, "Start")).toBeVisible();
  // A double click is one press.
  await button(giveaway, "Start").click();
  await button(giveaway, "End").dblclick();
  await expect(button(giveaway, "Press again to end without a winner")).toBeVisible();
  await endAll(request);
});

test("three names are decided with three presses, and taken back at once or later", async ({
  page,
  request,
}) => {
  await endAll(request);
  const members: Newcomer[] = [];
  for (let number = 0; number < 3; number += 1) members.push(await signUpAnother(request));
  const names: string[] = [];
  for (const member of members) names.push(await askForName(request, member));
  await openStream(page, await logInByCall(request));
  const approvals = part(page, "Casino names");
  const named = (word: string, at: number) =>
    button(approvals, new RegExp(`^${word} ${names[at]} of ${members[at]?.username}$`));
  const { press, expectPresses } = counter();
  await press(named("Approve", 0));
  await press(named("Approve", 1));
  await press(named("Reject", 2));
  await expect(approvals.getByText("Rejected", { exact: true }).first()).toBeVisible();
  expectPresses("Three approvals", 7, 3);
  await expectAccessible(page);

  // In its place.
  await named("Undo the decision on", 0).first().click();
  await expect(named("Approve", 0)).toBeVisible();
  // Later, after a reload.
  await page.reload();
  await approvals.getByText("Last decisions").click();
  await named("Undo the decision on", 1).click();
  await expect(named("Approve", 1)).toBeVisible();
  await expect(named("Undo the decision on", 1)).toHaveCount(0);
  await expectAccessible(page);

  // Not once something came after it.
  const [, , third] = members;
  if (third !== undefined) await askForName(request, third);
  await named("Undo the decision on", 2).click();
  await expect(approvals.getByRole("alert")).toContainText("newer");
  await endAll(request);
});

test("points are given by name with a reason, and taken back", async ({
  browser,
  request,
  newcomer,
}) => {
  const page = await asModerator(browser, request);
  const points = part(page, "Points");
  // What the member has is nothing for the stream.
  await page.getByRole("switch", { name: "Hide private values" }).click();
  const { press, type, expectPresses } = counter();
  await type(points.getByLabel("Member"), newcomer.username);
  // The whole name is a choice.
  await expect(points.getByRole("radio", { name: newcomer.username })).toBeChecked();
  await expect(button(points, `Show the balance of ${newcomer.username}`)).toBeVisible();
  await expectAccessible(page);
  await type(points.getByLabel("Reason"), "Won the raffle");
  await press(button(points, `Give 250 points to ${newcomer.username}`));
  await expect(points.getByText(`${newcomer.username} got 250 points.`)).toBeVisible();
  expectPresses("Points by name with a reason", 4, 3);
  const given = points.getByRole("listitem").filter({ hasText: `${newcomer.username} +250` });
  await expect(given).toContainText("Won the raffle");
  await given.getByRole("button", { name: /^Undo 250/ }).click();
  await expect(given).toContainText("taken back");

  // More than the role gives at once.
  await points.getByLabel("Member").fill(newcomer.username);
  await expect(points.getByRole("radio", { name: newcomer.username })).toBeChecked();
  await points.getByLabel("Other amount").fill("5000");
  await points.getByLabel("Other amount").press("Enter");
  await expect(points.getByRole("alert")).toContainText("at most 1,000 at once");
  await expect(points.getByLabel("Other amount")).toHaveValue("5000");
  await page.context().close();
});

test("five slots of a hunt are opened by keyboard, and the last one is closed again", async ({
  page,
  request,
}) => {
  const slots = [1, 2, 3, 4, 5, 6].map((number) => ({ slotName: `Slot ${number}`, betAmount: 1 }));
  const hunt = await openHunt(request, slots);
  await openStream(page, await logInByCall(request));
  const bonus = part(page, "Bonus hunt");
  await expect(bonus.getByText("Slot 1", { exact: true })).toBeVisible();
  const { press, type, expectPresses } = counter();
  const win = bonus.getByLabel("Win", { exact: true });
  await press(win);
  for (let number = 1; number <= 5; number += 1) {
    await expect(bonus.getByText(`Slot ${number}`, { exact: true })).toBeVisible();
    await type(win, String(number), "Enter");
    await expect(bonus.getByText(`${number} of 6 opened`)).toBeVisible();
    await expect(win).toBeFocused();
  }
  expectPresses("Five slots of a hunt", 7, 6);
  await button(bonus, "Undo Slot 5").click();
  await expect(bonus.getByText("4 of 6 opened")).toBeVisible();
  await expect(bonus.getByText("Slot 5", { exact: true })).toBeVisible();
  await expect(win).toBeFocused();

  // What is typed is for the slot that it was typed for.
  await win.fill("55");
  await playSlot(request, hunt, "5", 12);
  await expect(bonus.getByText("Opened in another window")).toBeVisible();
  await expect(win).toHaveValue("55");
  await expect(button(bonus, "Save")).toBeDisabled();
  await expectAccessible(page);
  await button(bonus, "Next").click();
  await expect(bonus.getByText("Slot 6", { exact: true })).toBeVisible();
  await expect(win).toHaveValue("");
  // An amount that is hardly meant is asked about.
  await win.fill("90000");
  await win.press("Enter");
  await expect(bonus.getByText("Viewers see it at once")).toBeVisible();
  await button(bonus, "Save anyway").click();
  await expect(bonus.getByText("All slots are opened.")).toBeVisible();
  await expectAccessible(page);
});

test("a line is shown on the overlay, and a game is paused", async ({ page, context, request }) => {
  const overlay = await context.newPage();
  await overlay.goto("/stream");
  await openStream(page, await logInByCall(request));
  const line = part(page, "Line on the overlay");
  const text = `Back in five 🎉 ${freshName()}`;
  await line.getByLabel("Text").fill(text);
  await line.getByLabel("Text").press("Enter");
  await expect(line.getByRole("timer")).toContainText("On the overlay for");
  await expect(overlay.getByText(text)).toBeVisible();
  // Also after it was loaded again.
  await overlay.reload();
  await expect(overlay.getByText(text)).toBeVisible();
  await expectAccessible(page);
  await button(line, "Hide").click();
  await expect(overlay.getByText(text)).toBeHidden();
  const keno = part(page, "Games").getByRole("switch", { name: "Keno is open" });
  await keno.click();
  await expect(keno).not.toBeChecked();
  await expect(keno).not.toHaveAttribute("aria-busy");
  await expectAccessible(page);
  await keno.click();
  await expect(keno).toBeChecked();
});

test("a moderator lands on it, and another person's page follows", async ({
  page,
  browser,
  request,
}) => {
  await endAll(request);
  const member = await signUpAnother(request);
  const name = await askForName(request, member);
  const theirs = await asModerator(browser, request);
  await openStream(page, await logInByCall(request));
  const approve = (one: Page) =>
    button(part(one, "Casino names"), `Approve ${name} of ${member.username}`);
  await expect(approve(page)).toBeVisible();
  await approve(theirs).click();
  await expect(approve(page)).toHaveCount(0);
  await button(part(theirs, "Casino names"), `Undo the decision on ${name} of ${member.username}`)
    .first()
    .click();
  await expect(approve(page)).toBeVisible();
  const drop = await openGiveaway(request, { entryType: "free", entryCost: 0, prize: "A hat" });
  for (const one of [page, theirs])
    await expect(part(one, "Giveaway").getByText(drop.title)).toBeVisible();

  // The first entry of a moderator's menu, and where the login leads.
  const links = theirs.getByRole("navigation", { name: "Admin" }).getByRole("link");
  await expect(links.first()).toHaveText("Stream");
  await theirs.getByRole("button", { name: "Logout" }).click();
  await endAll(request);
  await theirs.context().close();
});

test("a moderator's login leads to it", async ({ browser, request }) => {
  const name = freshName();
  await joinAs(request, "moderator", name);
  const page = await (await browser.newContext()).newPage();
  await page.goto("/admin");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill("Kelpie-3-password");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stream" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/stream$/);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.context().close();
});

test("everything on it can be done with the keyboard alone", async ({
  page,
  request,
  newcomer,
}) => {
  await endAll(request);
  const name = await askForName(request, newcomer);
  await openHunt(request, [{ slotName: "Keys", betAmount: 1 }]);
  await openStream(page, await logInByCall(request));
  const tabTo = async (target: Locator) => {
    for (let tabs = 0; tabs < 40; tabs += 1) {
      if (await target.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    await expect(target).toBeFocused();
  };
  const jump = async (to: RegExp) => {
    await page.getByRole("main").focus();
    const links = page.getByRole("navigation", { name: "Parts of this page" });
    await tabTo(links.getByRole("button", { name: to }));
    await page.keyboard.press("Enter");
  };
  const press = async (target: Locator) => {
    // Tab passes a button that still waits for an answer.
    await expect(target).toBeEnabled();
    await tabTo(target);
    await page.keyboard.press("Enter");
  };
  await jump(/^Giveaway$/);
  const giveaway = part(page, "Giveaway");
  await expect(giveaway.getByLabel("Prize")).toBeFocused();
  const prize = `Keys ${freshName()}`;
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(prize);
  await page.keyboard.press("Enter");
  await expect(giveaway.getByText(prize).first()).toBeVisible();
  await jump(/^Giveaway$/);
  await press(button(giveaway, "End"));
  await page.keyboard.press("Enter");
  await expect(giveaway.getByText("No winner", { exact: true })).toBeVisible();

  await jump(/^Bonus hunt$/);
  const hunt = part(page, "Bonus hunt");
  await press(hunt.getByLabel("Win", { exact: true }));
  await page.keyboard.type("3.50");
  await page.keyboard.press("Enter");
  await expect(hunt.getByText("1 of 1 opened")).toBeVisible();
  await press(button(hunt, "Undo Keys"));
  await expect(hunt.getByText("0 of 1 opened")).toBeVisible();

  await jump(/^Casino names/);
  const names = part(page, "Casino names");
  await press(button(names, `Approve ${name} of ${newcomer.username}`));
  const undo = button(names, `Undo the decision on ${name} of ${newcomer.username}`).first();
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button(names, `Approve ${name} of ${newcomer.username}`)).toBeVisible();

  await jump(/^Points$/);
  const points = part(page, "Points");
  await expect(points.getByLabel("Member")).toBeFocused();
  await page.keyboard.type(newcomer.username);
  await expect(points.getByRole("radio", { name: newcomer.username })).toBeChecked();
  await press(button(points, `Give 50 points to ${newcomer.username}`));
  await expect(points.getByText(`${newcomer.username} got 50 points.`)).toBeVisible();
  await expect(points.getByLabel("Member")).toBeFocused();
  await press(button(points, `Undo 50 points for ${newcomer.username}`));
  await expect(points.getByText("taken back").first()).toBeVisible();

  await jump(/^Games$/);
  const dice = part(page, "Games").getByRole("switch", { name: "Dice is open" });
  await press(dice);
  await expect(dice).not.toBeChecked();
  // The push may come before the answer, and until then a press counts for nothing.
  await expect(dice).not.toHaveAttribute("aria-busy");
  await page.keyboard.press("Enter");
  await expect(dice).toBeChecked();

  await jump(/^Line on the overlay$/);
  const line = part(page, "Line on the overlay");
  await expect(line.getByLabel("Text")).toBeFocused();
  await page.keyboard.type("Hello");
  await page.keyboard.press("Enter");
  await press(button(line, "Hide"));
  await expect(line.getByText("Preview", { exact: true })).toBeVisible();
  await endAll(request);
});

test("what viewers must not see is hidden in the whole panel, by a switch, until it is pressed or turned off", async ({
  page,
  request,
  newcomer,
}) => {
  await openStream(page, await logInByCall(request));
  const hiding = page.getByRole("switch", { name: "Hide private values" });
  await expect(hiding).not.toBeChecked();
  await hiding.click();
  await expect(hiding).toBeChecked();
  await page.goto(`/admin/accounts?q=${newcomer.username}`);
  const card = page.getByRole("article", { name: newcomer.username });
  const show = card.getByRole("button", { name: `Show the email of ${newcomer.username}` });
  await expect(show).toBeVisible();
  await expect(page.getByText(newcomer.email)).toHaveCount(0);
  await expectAccessible(page);
  await show.click();
  await expect(card.getByText(newcomer.email)).toBeVisible();
  await card.getByRole("button", { name: `Hide the email of ${newcomer.username}` }).click();
  await expect(page.getByText(newcomer.email)).toHaveCount(0);
  await page.reload();
  await expect(show).toBeVisible();
  await hiding.click();
  await expect(card.getByText(newcomer.email)).toBeVisible();
  // It stays off, also on the page for the stream.
  await page.goto("/admin/stream");
  await expect(hiding).not.toBeChecked();
});
