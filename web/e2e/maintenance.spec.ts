import { enterAs, expect, expectAccessible, expectNoOverflow, ONCE, test } from "./house";

const PASSWORD = process.env.POINTHOUSE_ADMIN_PASSWORD ?? "";
const CLAIM = "/api/calendar/claim";

// The switch is the whole site's: whatever happens here, other tests find it open.
test.beforeEach(async ({ admin }) => admin.closeSite(false));
test.afterEach(async ({ admin }) => admin.closeSite(false));

test("a closed site is covered by push, and comes back by push", async ({ page, admin }) => {
  const connected = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("40")),
    );
  await page.goto("/");
  await connected;
  // The page listens once it is drawn, and asks for the switch at the start of a connection.
  await page.waitForLoadState("networkidle");

  // No request gets through from here on: a change that is shown has been pushed.
  await page.route("**/maintenance-status", (route) => route.abort());
  await admin.closeSite(true);
  const overlay = page.getByRole("dialog", { name: "We'll be back soon" });
  await expect(overlay).toBeVisible();
  await expect(overlay.getByRole("heading", { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);

  // The focus goes round inside; what lies behind can be reached in no way.
  for (const name of ["Play music", "Volume", "Admin password", "Show password", "Enter"]) {
    await page.keyboard.press("Tab");
    await expect(
      overlay
        .getByLabel(name, { exact: true })
        .or(overlay.getByText(name, { exact: true }).and(page.getByRole("button"))),
    ).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(overlay).toBeVisible();
  await page.evaluate(() => document.querySelector("main")?.focus());
  await expect(page.locator("main")).not.toBeFocused();

  await overlay.getByRole("button", { name: "Play music" }).press("Enter");
  await expect(overlay.getByText("Playing")).toBeVisible();
  await admin.closeSite(false);
  await expect(overlay).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the admin password lets one browser in, and its writes pass", { tag: ONCE }, async ({
  page,
  context,
  admin,
  newcomer,
}) => {
  await admin.closeSite(true);
  await enterAs(context, newcomer);
  await page.goto("/rewards/daily-calendar");
  const overlay = page.getByRole("dialog", { name: "We'll be back soon" });
  const refused = await page.request.post(CLAIM, {
    headers: { Authorization: `Bearer ${newcomer.token}` },
    data: {},
  });
  expect(refused.status()).toBe(503);
  expect(await refused.json()).toMatchObject({ error: "maintenance" });

  const password = overlay.getByLabel("Admin password");
  await password.press("Enter");
  await expect(overlay.getByRole("alert")).toHaveText("Please enter a password");
  await password.fill("not it");
  await password.press("Enter");
  await expect(overlay.getByRole("alert")).toHaveText("Invalid password");
  await expectAccessible(page);
  await page.route("**/api/auth/maintenance-bypass", (route) => route.abort());
  await password.fill(PASSWORD);
  await password.press("Enter");
  await expect(overlay.getByRole("alert")).toHaveText("Connection error. Please try again.");
  await page.unroute("**/api/auth/maintenance-bypass");
  await password.press("Enter");
  await expect(overlay).toBeHidden();

  await page.getByRole("button", { name: /^Claim/ }).click();
  await expect(page.getByTestId("balance")).toContainText("10 points");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(overlay).toBeHidden();
});

test("a guest who is turned away sees why, also without a push", { tag: ONCE }, async ({
  page,
  admin,
}) => {
  // Pushes do not come: the switch is asked for every two seconds.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route("**/socket.io/**", (route) => route.abort());
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await admin.closeSite(true);
  const overlay = page.getByRole("dialog", { name: "We'll be back soon" });
  await expect(overlay).toBeVisible();
  await admin.closeSite(false);
  await expect(overlay).toBeHidden();
});
