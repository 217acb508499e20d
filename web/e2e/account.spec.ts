import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, PASSWORD, test } from "./house";
import { png } from "./png";

const NEW_PASSWORD = "Another-horse-8?";

/** Mail is not set up in these tests: the server writes its letters into its data folder. */
async function linkOfLetter(userId: string, path: string): Promise<string> {
  const data = process.env.POINTHOUSE_DATA;
  if (data === undefined) throw new Error("POINTHOUSE_DATA is not set; use scripts/browser-test.");
  let link: string | undefined;
  await expect(async () => {
    const folder = join(data, "outbox");
    for (const name of await readdir(folder)) {
      if (!name.endsWith(`-${userId}.eml`)) continue;
      const letter = (await readFile(join(folder, name), "utf8"))
        .replace(/=\r?\n/g, "")
        .replace(/=3D/g, "=");
      link = letter.match(new RegExp(`${path}\\?token=[\\w-]+`))?.[0] ?? link;
    }
    expect(link).toBeDefined();
  }).toPass();
  return link ?? "";
}

async function visit(page: Page): Promise<void> {
  await page.goto("/account");
  await expect(page.getByLabel("Current password")).toBeVisible();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("a guest is sent from the account to the login", { tag: ONCE }, async ({ page }) => {
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login\?redirect=%2Faccount$/);
});

test("a member changes name and address", async ({ page, context, newcomer, request }) => {
  await enterAs(context, newcomer);
  await visit(page);
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByText("Mail is not set up on this site; ask the streamer.")).toBeVisible();
  await expectNoOverflow(page);

  const name = `${newcomer.username}_2`;
  await page.getByLabel("Username", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByText("Profile updated successfully!")).toBeHidden();

  await page.getByRole("button", { name: "Change email" }).click();
  const email = `new-${newcomer.email}`;
  await page.getByLabel("New email").fill(email);
  await page.getByLabel("Your password").fill("Wrong-horse-9!");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();

  const me = await request.get("/api/auth/me", {
    headers: { Authorization: `Bearer ${newcomer.token}` },
  });
  expect(await me.json()).toMatchObject({ user: { username: name, email } });
});

test("an email is verified with the link of its email", { tag: ONCE }, async ({
  page,
  context,
  newcomer,
}) => {
  await enterAs(context, newcomer);
  await visit(page);
  await page.getByRole("button", { name: "Request a Link" }).click();
  await expect(page.getByText("Your link is ready; ask the streamer for it.")).toBeVisible();
  const link = await linkOfLetter(newcomer.id, "/verify-email");

  const letter = await context.newPage();
  await letter.goto(link);
  await expect(letter.getByRole("heading", { level: 1 })).toHaveText("Email verified");
  await expectAccessible(letter);
  await expectNoOverflow(letter);
  await letter.goto(link.replace("?token=", "?token=x"));
  await expect(
    letter.getByText(/^This link is invalid or has expired\. The email of/),
  ).toBeVisible();
  await expect(letter.getByRole("heading", { level: 1 })).toHaveText("Email verified");
  await letter.close();

  // The window that was open before looks again when it is seen again.
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change email" })).toBeHidden();
});

test("a forgotten password is set again with the link of an email", { tag: ONCE }, async ({
  page,
  newcomer,
}) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByText(newcomer.email)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  const link = await linkOfLetter(newcomer.id, "/reset-password");
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Confirm new password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL("/login");
  await logIn(page, newcomer.email, PASSWORD);
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await logIn(page, newcomer.email, NEW_PASSWORD);
  await expect(page).toHaveURL("/");

  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm new password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("This link is invalid or has expired")).toBeVisible();
  await expect(page.getByRole("link", { name: "Request a new link" })).toBeVisible();
});

test("a new password keeps this browser in and throws the other out", { tag: ONCE }, async ({
  page,
  context,
  browser,
  baseURL,
  newcomer,
}) => {
  await enterAs(context, newcomer);
  await visit(page);
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  await enterAs(elsewhere, newcomer);
  const other = await elsewhere.newPage();
  await visit(other);

  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Confirm new password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password changed successfully!")).toBeVisible();
  // Its socket was cut, so it asks and hears that its login has ended.
  await expect(other).toHaveURL(/\/login\?redirect=%2Faccount$/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(newcomer.username);

  await logIn(other, newcomer.email, NEW_PASSWORD);
  await expect(other).toHaveURL("/account");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Signed out everywhere but here.")).toBeVisible();
  await expect(other).toHaveURL(/\/login\?redirect=%2Faccount$/);
  await elsewhere.close();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(newcomer.username);
});

test("a picture is chosen, shown everywhere and removed", async ({
  page,
  context,
  newcomer,
  isMobile,
}) => {
  await enterAs(context, newcomer);
  await visit(page);
  const change = page.getByRole("button", { name: "Change Picture" });
  await change.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change profile picture" });
  const field = dialog.locator("input[type=file]");
  // On phones a field would open the keyboard over the dialog.
  await expect(isMobile ? dialog : field).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await field.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await expect(dialog.getByText("Please select an image file")).toBeVisible();
  await field.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png(300) });
  await expect(dialog.getByRole("img", { name: "Preview" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("Profile picture updated successfully!")).toBeVisible();
  await expect(change).toBeFocused();
  const pictures = page.locator('img[src*="/api/pictures/"]');
  await expect(pictures).toHaveCount(2);
  await expect
    .poll(() =>
      pictures.evaluateAll((all) =>
        all.map((image) => image instanceof HTMLImageElement && image.naturalWidth),
      ),
    )
    .toEqual([256, 256]);

  await change.click();
  await dialog.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("Profile picture removed.")).toBeVisible();
  await expect(pictures).toHaveCount(0);
});

test("a casino name waits, is turned down, and is approved", { tag: ONCE }, async ({
  page,
  context,
  newcomer,
  admin,
}) => {
  await enterAs(context, newcomer);
  await visit(page);
  const card = page.getByRole("region", { name: "Casino Account" });
  const name = `c${newcomer.username}`;
  await card.getByLabel("Casino username").fill(name);
  await card.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.getByText("Rainbet username submitted for admin approval!")).toBeVisible();
  await expect(card.getByText("Pending Approval")).toBeVisible();
  await expect(card.getByLabel("Casino username")).toBeDisabled();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await admin.decideCasinoName(name, "rejected", "Nobody of that name plays here.");
  await page.reload();
  await expect(card.getByText(/Nobody of that name plays here/)).toBeVisible();
  await card.getByLabel("Casino username").fill(name);
  await card.getByRole("button", { name: "Submit for approval" }).click();
  await expect(card.getByText("Pending Approval")).toBeVisible();
  await admin.decideCasinoName(name, "approved");
  await page.reload();
  await expect(card.getByText("Linked")).toBeVisible();
  await expect(card.getByText(name)).toBeVisible();
  await expect(card.getByRole("button", { name: "Request a change" })).toBeVisible();
});

test("the data comes as a file", { tag: ONCE }, async ({ page, context, newcomer }) => {
  await enterAs(context, newcomer);
  await visit(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download My Data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${newcomer.username}-data.json`);
  const path = join(await mkdtemp(join(tmpdir(), "pointhouse-")), "data.json");
  await file.saveAs(path);
  expect(JSON.stringify(JSON.parse(await readFile(path, "utf8")))).toContain(newcomer.email);
});

test("an account is deleted with its password", { tag: ONCE }, async ({
  page,
  context,
  newcomer,
  admin,
}) => {
  await admin.givePoints(newcomer.id, 40);
  await enterAs(context, newcomer);
  await visit(page);
  await page.getByRole("button", { name: "Delete Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText(/forfeited/)).toBeVisible();
  await expect(dialog.getByText("40 points")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await dialog.getByLabel("Your password").fill("Wrong-horse-9!");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("This is not your current password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await page.goto("/login");
  await logIn(page, newcomer.email, PASSWORD);
  await expect(page.getByText("Invalid email or password")).toBeVisible();
});
