// The budgets of the site in gzip kilobytes. The files of a route are read from the build's
// manifest: its chunk and what that imports, without what the first page has loaded already.
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));

function staticFiles(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) staticFiles(imported, seen);
  return seen;
}

/** What a page loads at once and what it may load later: all that belongs to it. */
function allFiles(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  const { imports = [], dynamicImports = [] } = manifest[key];
  for (const imported of [...imports, ...dynamicImports]) allFiles(imported, seen);
  return seen;
}

const scriptsOf = (keys) => [...keys].map((key) => `dist/${manifest[key].file}`);
const stylesOf = (keys) =>
  [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))].map((file) => `dist/${file}`);

const initial = staticFiles("index.html");
const overlay = allFiles("src/stream/worker.ts", allFiles("stream.html"));

function route(name, source, limit) {
  if (manifest[source] === undefined) throw new Error(`${source} is not a chunk of its own.`);
  const files = [...staticFiles(source)].filter((key) => !initial.has(key));
  return {
    name,
    path: scriptsOf(files),
    limit: `${limit} kB`,
    gzip: true,
  };
}

export default [
  {
    name: "Initial JavaScript",
    path: scriptsOf(initial),
    limit: "121 kB",
    gzip: true,
  },
  // Every page together: utilities of all games are one sheet, loaded once.
  { name: "Styles", path: stylesOf(allFiles("index.html")), limit: "25 kB", gzip: true },
  // The overlay is a page of its own: all of its scripts and styles.
  {
    name: "Stream banner",
    path: [...scriptsOf(overlay), ...stylesOf(overlay)],
    limit: "40 kB",
    gzip: true,
  },
  route("Home", "src/features/home/HomePage.tsx", 25),
  // Fetched when the site is closed, over whatever page is open.
  route("Site maintenance", "src/features/maintenance/MaintenanceOverlay.tsx", 25),
  route("Terms of Service", "src/app/terms/TermsPage.tsx", 25),
  route("Fairness", "src/features/fairness/FairnessPage.tsx", 25),
  // With what the page has loaded already.
  route("Fairness: verifier", "src/features/fairness/VerifySection.tsx", 45),
  route("Fairness: odds", "src/features/fairness/OddsSection.tsx", 40),
  route("Daily Calendar", "src/features/calendar/CalendarPage.tsx", 25),
  route("Statement", "src/features/statement/StatementPage.tsx", 25),
  route("Wager leaderboard", "src/features/leaderboards/WagerLeaderboardPage.tsx", 25),
  route("Points leaderboard", "src/features/leaderboards/PointsLeaderboardPage.tsx", 25),
  route("Challenges", "src/features/challenges/ChallengesPage.tsx", 25),
  // With what the page has loaded already; fetched once there is a challenge to open.
  route("Challenges: claim", "src/features/challenges/ClaimDialog.tsx", 31),
  route("Points Shop", "src/features/shop/ShopPage.tsx", 25),
  // With what the page has loaded already; fetched once there is an item to open.
  route("Points Shop: dialogs", "src/features/shop/ItemDialog.tsx", 35),
  route("Giveaways", "src/features/giveaways/GiveawaysPage.tsx", 25),
  // With the page itself, whose chunk holds what both stand on; fetched with the cards.
  route("Giveaways: entry", "src/features/giveaways/EntryDialog.tsx", 47),
  // Beside whatever page a member is on.
  route("Giveaways: told to the winner", "src/features/giveaways/WinNotice.tsx", 25),
  route("Giveaways: proof", "src/features/giveaways/OpenProof.tsx", 35),
  route("Giveaways: verifier", "src/features/giveaways/Recomputed.tsx", 35),
  route("History", "src/features/history/HistoryPage.tsx", 26),
  route("History: cancel", "src/features/history/CancelDialog.tsx", 40),
  route("Bonus Hunts", "src/features/hunts/HuntsPage.tsx", 25),
  route("Bonus Hunts: one", "src/features/hunts/HuntPage.tsx", 25),
  route("Wager Rewards", "src/features/rewards/WagerRewardsPage.tsx", 25),
  route("How to get points", "src/app/points/PointsPage.tsx", 25),
  // Fetched where points are short, in games and in the shop.
  route("Short of points", "src/app/points/WaysToPoints.tsx", 25),
  route("Socials", "src/features/socials/SocialsPage.tsx", 25),
  route("Login", "src/features/session/LoginPage.tsx", 31),
  route("Signup", "src/features/session/SignupPage.tsx", 31),
  route("Forgot password", "src/features/session/ForgotPasswordPage.tsx", 30),
  route("New password", "src/features/session/ResetPasswordPage.tsx", 30),
  route("Account", "src/features/account/AccountPage.tsx", 30),
  // With what the page has loaded already; the forms come behind it, the dialogs when asked for.
  route("Account: password", "src/features/account/PasswordForm.tsx", 43),
  route("Account: picture", "src/features/account/PictureDialog.tsx", 40),
  route("Account: Kick", "src/features/account/ChatCard.tsx", 30),
  route("Account: Kick, unlinking", "src/features/account/UnlinkDialog.tsx", 40),
  // Beside whatever page a member is on, where the site has a chat.
  route("Account: asked by the chat", "src/features/account/ChatRequests.tsx", 25),
  route("Account: deletion", "src/features/account/DeleteDialog.tsx", 40),
  // The frame comes with every page of the panel; each page is counted beside it.
  route("Admin: frame", "src/features/admin/shell/AdminFrame.tsx", 60),
  route("Admin: dashboard", "src/features/admin/dashboard/DashboardPage.tsx", 60),
  route("Admin: accounts", "src/features/admin/accounts/AccountsPage.tsx", 60),
  route("Admin: accounts, forms", "src/features/admin/accounts/OpenDialog.tsx", 73),
  route("Admin: accounts, CSV", "src/features/admin/imports/CsvDialog.tsx", 60),
  route("Admin: economy", "src/features/admin/economy/EconomyPage.tsx", 60),
  route("Admin: health", "src/features/admin/health/HealthPage.tsx", 60),
  route("Admin: chat", "src/features/admin/chat/ChatPage.tsx", 60),
  route("Admin: audit", "src/features/admin/audit/AuditPage.tsx", 60),
  route("Admin: challenges", "src/features/admin/challenges/ChallengesPage.tsx", 60),
  route("Admin: points shop", "src/features/admin/shop/PointsShopPage.tsx", 60),
  route("Admin: bonus hunts", "src/features/admin/hunts/HuntsPage.tsx", 60),
  route("Admin: bonus hunts, import", "src/features/admin/hunts/ImportDialog.tsx", 60),
  route("Admin: bonus hunt", "src/features/admin/hunts/HuntEditPage.tsx", 60),
  // With what the page has loaded already.
  route("Admin: bonus hunt, forms", "src/features/admin/hunts/OpenDialog.tsx", 60),
  route("Admin: giveaways", "src/features/admin/giveaways/GiveawaysPage.tsx", 60),
  // With what the page has loaded already; a good part of it are the libraries of all forms.
  route("Admin: giveaways, forms", "src/features/admin/giveaways/OpenDialog.tsx", 70),
  route("Admin: approvals", "src/features/admin/approvals/ApprovalsPage.tsx", 60),
  route("Admin: game maintenance", "src/features/admin/maintenance/GameMaintenancePage.tsx", 60),
  route("Verify email", "src/features/account/VerifyEmailPage.tsx", 25),
  // Its slider alone is 8 kB.
  route("Dice", "src/features/games/dice/DicePage.tsx", 40),
  route("Limbo", "src/features/games/limbo/LimboPage.tsx", 34),
  route("Keno", "src/features/games/keno/KenoPage.tsx", 34),
  route("Roulette", "src/features/games/roulette/RoulettePage.tsx", 36),
  route("Mines", "src/features/games/mines/MinesPage.tsx", 36),
  route("Downunder Dawgs", "src/features/games/slot/SlotPage.tsx", 34),
  // The reels come after the page has painted, with a progress bar.
  route("Downunder Dawgs: reels", "src/features/games/slot/view/open-reels.ts", 160),
  route("Blackjack", "src/features/games/blackjack/BlackjackPage.tsx", 36),
];
