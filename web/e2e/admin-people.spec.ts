import type { APIRequestContext, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, freshName, test } from "./house";

const PASSWORD = process.env.POINTHOUSE_ADMIN_PASSWORD ?? "";
const OWN_PASSWORD = "Kelpie-3-password";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones are sent away from the panel."));

/** Other tests log in without a name, so the owner is alone again after each of these. */
test.afterEach(async ({ request }) => {
  const login = await request.post("/api/admin/login", {
    data: { name: "admin", password: PASSWORD },
  });
  const { token }: { token: string } = await login.json();
  const headers = { Authorization: `Bearer ${token}` };
  await request.post("/api/auth/admin/game-maintenance", {
    headers,
    data: { gameId: "keno", disabled: false },
  });
  await removeAll(request, headers);
});

async function removeAll(request: APIRequestContext, headers: Record<string, string>) {
  const list = await request.get("/api/admin/people", { headers });
  type Row = { id: number; role: string };
  const { people, invitations }: { people: Row[]; invitations: Row[] } = await list.json();
  const remove = async (path: string) => {
    const removed = await request.delete(`/api/admin/people/${path}`, { headers });
    expect(removed.status()).toBe(200);
  };
  for (const { id } of people.filter(({ role }) => role !== "owner")) await remove(`${id}`);
  for (const { id } of invitations) await remove(`invitations/${id}`);
}

async function logInAsOwner(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(PASSWORD);
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

async function pressIn(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: button }).click();
  await expect(dialog).toBeHidden();
}

test("a moderator is invited, joins, does what the role allows, and is removed", async ({
  page,
  browser,
}) => {
  const name = freshName();
  await logInAsOwner(page);
  await page.getByRole("link", { name: "People", exact: true }).click();
  await expect(page.getByRole("heading", { name: "It's just you so far" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("Name").fill(name);
  await expectAccessible(page);
  await page.getByLabel("Name").press("Enter");
  const link = await page.getByLabel("Invitation link").inputValue();
  await pressIn(page, "Done");
  await expect(page.getByText(/^Expires/)).toBeVisible();

  // The person joins in another browser, with the keyboard.
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(new URL(link).pathname + new URL(link).hash);
  const password = theirs.getByLabel("Choose a password");
  await expect(password).toBeVisible();
  await expect(theirs).toHaveURL(/\/admin\/join$/);
  await expectAccessible(theirs);
  await password.fill("short");
  await password.press("Enter");
  await expect(theirs.getByRole("alert")).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(OWN_PASSWORD);
  await password.press("Enter");
  // Where a moderator begins.
  await expect(theirs.getByRole("heading", { level: 1, name: "Stream" })).toBeVisible();
  await expectAccessible(theirs);
  // Every page asks which member account is the person's own one, until there is an answer.
  const none = theirs.getByRole("button", { name: "I have none" });
  await theirs.goto("/admin/giveaways");
  await expect(none).toBeVisible();
  await expectAccessible(theirs);
  await none.click();
  await expect(none).toHaveCount(0);

  // The sidebar has what the role allows; another address says so.
  const sidebar = theirs.getByRole("navigation", { name: "Admin" });
  await expect(sidebar.getByRole("link", { name: "Giveaways" })).toBeVisible();
  await expect(sidebar.getByRole("link", { name: "Settings" })).toHaveCount(0);
  await expect(theirs.getByRole("switch", { name: "Site maintenance" })).toHaveCount(0);
  for (const path of ["/admin/settings", "/admin/people"]) {
    await theirs.goto(path);
    await expect(theirs.getByRole("heading", { level: 1 })).toHaveText(
      "Your role doesn't allow this",
    );
  }
  await expectAccessible(theirs);
  for (const path of ["/admin/giveaways", "/admin/points-shop", "/admin/challenges", "/admin/me"]) {
    await theirs.goto(path);
    await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
    await theirs.waitForLoadState("networkidle");
    await expect(theirs.getByRole("main").getByText("Your role doesn't allow this")).toHaveCount(0);
    await expectAccessible(theirs);
    await expectNoOverflow(theirs);
  }
  await theirs.goto("/admin/game-maintenance");
  await theirs.getByRole("button", { name: "Disable Keno" }).click();
  await pressIn(theirs, "Disable Keno");
  const keno = theirs.getByRole("main").getByRole("listitem").filter({ hasText: "Keno" });
  await expect(keno).toContainText("OFFLINE");
  await theirs.getByRole("button", { name: "Enable Keno" }).click();
  await pressIn(theirs, "Enable Keno");
  await expect(keno).toContainText("ONLINE");

  // The password is the person's own; this browser stays logged in.
  await theirs.goto("/admin/me");
  await theirs.getByLabel("Current password").fill(OWN_PASSWORD);
  await theirs.getByLabel("New password").fill(`${OWN_PASSWORD}-2`);
  await theirs.getByRole("button", { name: "Change password" }).click();
  await expect(theirs.getByText(/^Your password is changed/)).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText("This browser", { exact: true })).toBeVisible();

  // What was done stands under the person's name.
  await page.goto("/admin/audit");
  await expect(page.getByRole("button", { name: `${name} disabled Keno` })).toBeVisible();
  await page.goto("/admin/people");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("Moderator");
  await expect(row).toContainText("1 session");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await pressIn(page, "Remove");
  await expect(page.getByRole("heading", { name: "It's just you so far" })).toBeVisible();

  // The session has ended, and the owner's login asks for no name.
  const asked = theirs.waitForResponse("**/api/admin/login");
  await theirs.goto("/admin/giveaways");
  await asked;
  await expect(theirs.getByLabel("Admin password")).toBeVisible();
  await expect(theirs.getByLabel("Name")).toHaveCount(0);
  await context.close();
});

test("logins name the person while the owner is not alone", async ({ page, browser, request }) => {
  await logInAsOwner(page);
  const token = await page.evaluate(() => localStorage.getItem("pointhouse.adminToken"));
  const headers = { Authorization: `Bearer ${token}` };
  const data = { name: freshName(), role: "admin" };
  const invited = await request.post("/api/admin/people/invitations", { headers, data });
  const { code }: { code: string } = await invited.json();
  await request.post("/api/admin/join", { data: { code, password: OWN_PASSWORD } });

  const context = await browser.newContext();
  const gate = await context.newPage();
  await gate.goto("/admin");
  await gate.getByLabel("Name").fill(data.name.toUpperCase());
  await gate.getByLabel("Password", { exact: true }).fill("not it");
  await gate.keyboard.press("Enter");
  await expect(gate.getByRole("alert")).toHaveText("Invalid password. Access denied.");
  await expect(gate.getByLabel("Password", { exact: true })).toBeFocused();
  await expectAccessible(gate);
  await gate.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await gate.keyboard.press("Enter");
  await expect(gate.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(gate.getByRole("link", { name: `${data.name} Admin` })).toBeVisible();

  // A link that has been used says what to do.
  await gate.goto(`/admin/join#${code}`);
  await expect(gate.getByRole("heading", { level: 1 })).toHaveText(
    "This invitation doesn't work any more",
  );
  await expectAccessible(gate);
  await context.close();
});
