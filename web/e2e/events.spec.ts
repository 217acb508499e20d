import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { SocketEventName } from "../src/wire/socket-events";
import { endGiveaway, enterByCall, openGiveaway, signUpAnother, visit } from "./giveaways";
import { type Admin, enterAs, expect, type Newcomer, ONCE, test } from "./house";
import { openHunt, playSlot, removeHunt } from "./hunts";

type Scene = { page: Page; request: APIRequestContext; admin: Admin; newcomer: Newcomer };
/** Waits for the first look of a page, changes something elsewhere and sees it on the page. */
type Shown = (scene: Scene) => Promise<void>;

const card = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });
const item = (title: string, pointsCost: number, stock: number) => ({
  title,
  description: `${title}, handed out by the streamer.`,
  pointsCost,
  stock,
});

/**
 * Opens a page, and cuts it off from every answer once it shows what it shows at first: what changes
 * after that was pushed.
 */
async function open(
  page: Page,
  path: string,
  first: Locator,
  text: string | RegExp = "",
): Promise<void> {
  await visit(page, path);
  await expect(first).toBeVisible();
  await expect(first).toContainText(text);
  // The page asks once more when the connection stands.
  await page.waitForLoadState("networkidle");
  await page.route("**/api/**", (route) => route.abort());
}

/** Another member buys a piece of the first item on the shelf. */
async function sellToAnother({ request, admin }: Scene): Promise<void> {
  const other = await signUpAnother(request);
  await admin.givePoints(other.id, 100);
  const [first]: { id: string }[] = await (await request.get("/api/points-shop")).json();
  const answer = await request.post("/api/points-shop/purchase", {
    headers: { Authorization: `Bearer ${other.token}` },
    data: { itemId: first?.id, pointsCost: 100 },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Every event that the server pushes; one that is added needs a line here. */
const events: { [Name in SocketEventName]: Shown | { shownBy: string } } = {
  pointsUpdated: async ({ page, admin, newcomer }) => {
    const balance = page.getByTestId("balance");
    await open(page, "/socials", balance, "0 points");
    await admin.givePoints(newcomer.id, 1_234);
    await expect(balance).toContainText("1,234 points");
    await admin.takePoints(newcomer.id, 234);
    await expect(balance).toContainText("1,000 points");
  },

  challengesUpdated: async ({ page, admin }) => {
    await admin.publishChallenges([]);
    await open(page, "/challenges", page.getByText("No Challenges Available"));
    const hunt = { title: "Mental", provider: "Nolimit", task: "Hit 500x", multiplier: "500x" };
    await admin.publishChallenges([{ ...hunt, reward: "$25", difficulty: "Hard" }]);
    await expect(card(page, "Mental")).toBeVisible();
  },

  pointsShopUpdated: async ({ page, admin }) => {
    await admin.openShop(true);
    await admin.publishItems([item("Mug", 300, 4)]);
    await open(page, "/points-shop", card(page, "Mug"), "4 left");
    await admin.publishItems([item("Mug", 350, 4), item("Cap", 200, 2)]);
    await expect(card(page, "Mug")).toContainText("350");
    await expect(card(page, "Cap")).toContainText("2 left");
  },

  pointsShopPurchased: async (scene) => {
    const { page, admin } = scene;
    await admin.openShop(true);
    await admin.publishItems([item("Gift card", 100, 3)]);
    await open(page, "/points-shop", card(page, "Gift card"), "3 left");
    await sellToAnother(scene);
    await expect(card(page, "Gift card")).toContainText("2 left");
  },

  pointsShopConfigUpdated: async ({ page, admin }) => {
    await admin.openShop(false);
    await admin.publishItems([item("Mug", 300, 4)]);
    const soon = page.getByRole("heading", { name: "Coming Soon" });
    await open(page, "/points-shop", soon);
    await admin.openShop(true);
    await expect(soon).toBeHidden();
    await expect(card(page, "Mug")).toBeVisible();
    await admin.openShop(false);
    await expect(soon).toBeVisible();
  },

  gameMaintenanceChanged: async ({ page, admin }) => {
    await open(page, "/games/dice", page.getByRole("button", { name: "Roll dice" }));
    const cover = page.getByRole("heading", { name: "Dice Under Maintenance" });
    await admin.switchGame("dice", false);
    await expect(cover).toBeVisible();
    await admin.switchGame("dice", true);
    await expect(cover).toBeHidden();
  },

  allGamesMaintenanceChanged: async ({ page, admin }) => {
    await open(page, "/games/limbo", page.getByRole("button", { name: "Roll", exact: true }));
    const cover = page.getByRole("heading", { name: "Limbo Under Maintenance" });
    await admin.switchAllGames(false);
    await expect(cover).toBeVisible();
    await admin.switchAllGames(true);
    await expect(cover).toBeHidden();
  },

  // A game pauses when its prize budget is used up, and this server's budget is too large for that:
  // the component test pushes the event, and a test of the server pays a small budget out.
  gamePaused: { shownBy: "src/features/games/common/availability.test.tsx" },

  maintenanceChanged: { shownBy: "e2e/maintenance.spec.ts" },

  approvalsChanged: { shownBy: "e2e/admin.spec.ts" },
  overlayLineChanged: { shownBy: "e2e/admin-stream.spec.ts" },
  liveBet: { shownBy: "features/admin/maintenance/GameMaintenancePage.test.tsx" },

  // The chat is outside: the component test pushes the events, and tests of the server play the chat.
  kickVerifyAsked: { shownBy: "src/features/account/ChatRequests.test.tsx" },
  kickLinkChanged: { shownBy: "src/features/account/ChatRequests.test.tsx" },
  chatConnectionChanged: { shownBy: "src/features/admin/dashboard/FirstSteps.test.tsx" },
  accountChanged: { shownBy: "src/features/session/actions.test.ts" },

  giveawayEntered: async ({ page, request, newcomer }) => {
    const drop = await openGiveaway(request, { entryType: "free", entryCost: 0 });
    await open(page, "/giveaways", card(page, drop.title), "0 tickets");
    const order = { entryType: "free", entryCost: 0, ticketCount: 1 } as const;
    await enterByCall(request, newcomer, drop, order);
    await expect(card(page, drop.title)).toContainText("You're entered");
  },

  giveawayWon: async ({ page, request, newcomer }) => {
    const drop = await openGiveaway(request, { entryType: "free", entryCost: 0 });
    const order = { entryType: "free", entryCost: 0, ticketCount: 1 } as const;
    await enterByCall(request, newcomer, drop, order);
    await open(page, "/socials", page.getByTestId("balance"));
    await endGiveaway(request, drop);
    const notice = page.getByRole("status").filter({ hasText: "You won $50 gift card!" });
    await expect(notice).toContainText(drop.title);
    await expect(notice.getByRole("button")).toBeVisible();
  },

  roundUpdated: { shownBy: "e2e/games/windows.spec.ts" },

  siteSettingsChanged: { shownBy: "e2e/admin-settings.spec.ts" },

  giveawaysUpdated: async ({ page, request }) => {
    const drop = await openGiveaway(request, { entryType: "free", entryCost: 0 });
    await open(page, "/giveaways", card(page, drop.title), "0 tickets");
    const order = { entryType: "free", entryCost: 0, ticketCount: 1 } as const;
    await enterByCall(request, await signUpAnother(request), drop, order);
    await expect(card(page, drop.title)).toContainText("1 ticket");
    const later = await openGiveaway(request);
    await expect(card(page, later.title)).toBeVisible();
  },

  // It says that there is news, and the page asks for it: nothing else would in this time.
  huntsUpdated: async ({ page, request }) => {
    const hunt = await openHunt(request);
    await visit(page, `/bonus-hunts/${hunt.id}`);
    const row = page.getByRole("row").filter({ hasText: "Mental" });
    await expect(row).toContainText("Up next");
    await page.waitForLoadState("networkidle");
    await playSlot(request, hunt, "1", 250);
    await expect(row).toContainText("Just opened");
    await expect(row).toContainText("$250.00");
    await removeHunt(request, hunt);
  },
};

// Whatever happens here, other tests find the games open.
test.afterEach(async ({ admin }) => admin.switchAllGames(true));

for (const [name, shown] of Object.entries(events))
  if (typeof shown === "function")
    test(`${name} changes the open page`, { tag: ONCE }, async ({
      page,
      context,
      request,
      admin,
      newcomer,
    }) => {
      await enterAs(context, newcomer);
      await shown({ page, request, admin, newcomer });
    });
