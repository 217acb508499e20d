// The budgets of the site in gzip kilobytes: all that a browser loads for a page, the first page's files and
// what stands beside every page included. The files are read from the build's manifest.
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));

/** A part with all that it imports, as keys of the manifest. */
function staticParts(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  if (manifest[key] === undefined) throw new Error(`${key} is not a part of its own.`);
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) staticParts(imported, seen);
  return seen;
}

/** A part with all that it loads now or later. */
function allParts(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  const { imports = [], dynamicImports = [] } = manifest[key];
  for (const imported of [...imports, ...dynamicImports]) allParts(imported, seen);
  return seen;
}

const scriptsOf = (keys) => [...new Set([...keys].map((key) => `dist/${manifest[key].file}`))];
const stylesOf = (keys) =>
  [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))].map((file) => `dist/${file}`);
/** Fonts of the stream's pages. Letters with marks are in further files of 5 to 6 kB, which few texts need. */
const streamFonts = ["archivo", "geist"].map((name) => `dist/assets/${name}-stream-*.woff2`);
/** The pictures that a part draws, as the slot's symbols on air. */
const picturesOf = (keys) =>
  [...new Set([...keys].flatMap((key) => manifest[key].assets ?? []))]
    .filter((file) => file.endsWith(".svg"))
    .map((file) => `dist/${file}`);

const streamFiles = (keys) => [...scriptsOf(keys), ...stylesOf(keys), ...streamFonts];
/** The script of that name; its styles have a key of the same form. */
const named = (name) =>
  Object.keys(manifest).find((key) => key.startsWith(`_${name}-`) && key.endsWith(".js"));

/** Styles of a part that is no page of the site and has its own sheet. */
const documents = "src/features/admin/docs/DocsPage.tsx";
const documentStyles = new Set(manifest[documents].css.map((file) => `dist/${file}`));

const first = [...staticParts(named("site"))];
/** The socket, the frame around the page and what they share with the pages. */
const beside = [...staticParts(named("socket")), ...staticParts(named("shell"))];
/** What most pages but the home page share. */
const shared = [...staticParts(named("shared")), ...staticParts(named("pages-shared"))];
const sidebar = [...staticParts("src/app/shell/NavigationList.tsx")];
const member = [...staticParts(named("member"))];
const overlay = allParts("src/stream/worker.ts", allParts("stream.html"));
const onAir = staticParts("source.html");
const partOf = (kind) =>
  staticParts(`src/stream/sources/kinds/${kind}.ts`, staticParts("source.html"));
const bannerSource = partOf("banner");
const huntSource = partOf("hunt");

const budget = (name, path, limit) => ({ name, path, limit: `${limit} kB`, gzip: true });

/** A page on a wide screen, as a guest opens it first. */
function page(name, source, limit, more = []) {
  const parts = [...first, ...beside, ...sidebar, ...more, ...staticParts(source)];
  return budget(name, scriptsOf(parts), limit);
}

const memberPage = (name, source, limit) => page(name, source, limit, member);

/** What comes later, without what its page has loaded. */
function later(name, source, limit) {
  const loaded = new Set([...first, ...beside, ...sidebar, ...shared]);
  const parts = [...staticParts(source)].filter((key) => !loaded.has(key));
  return budget(name, scriptsOf(parts), limit);
}

export default [
  budget("First paint", scriptsOf(first), 97.6),
  // Every page together: utilities of all pages are one sheet, loaded once.
  budget(
    "Styles",
    stylesOf(allParts(named("site"))).filter((file) => !documentStyles.has(file)),
    27.3,
  ),
  budget("Styles: documents", [...documentStyles], 1),
  // The overlay is a page of its own: all of its scripts and styles.
  // Sources are one page with one script, but for the parts of the banner and the hunt; below 60 kB each with all that they load.
  budget("Stream source", streamFiles(onAir), 51.3),
  budget("Stream source: rounds of a member", [...streamFiles(onAir), ...picturesOf(onAir)], 59.9),
  budget("Stream source: banner", streamFiles(bannerSource), 59.6),
  budget("Stream source: bonus hunt", streamFiles(huntSource), 53.1),
  budget("Stream banner", streamFiles(overlay), 40.9),
  page("Home", "src/features/home/HomePage.tsx", 135.7, [named("tiles")]),
  page("Terms of Service", "src/app/terms/TermsPage.tsx", 132.9),
  page("Fairness", "src/features/fairness/FairnessPage.tsx", 143.0),
  page("Daily Calendar", "src/features/calendar/CalendarPage.tsx", 138.9),
  page("Wager leaderboard", "src/features/leaderboards/WagerLeaderboardPage.tsx", 138.9),
  page("Points leaderboard", "src/features/leaderboards/PointsLeaderboardPage.tsx", 137.0),
  page("Challenges", "src/features/challenges/ChallengesPage.tsx", 133.9),
  page("Points Shop", "src/features/shop/ShopPage.tsx", 137.2),
  page("Giveaways", "src/features/giveaways/GiveawaysPage.tsx", 141.5),
  page("Bonus Hunts", "src/features/hunts/HuntsPage.tsx", 136.0),
  page("Bonus Hunts: one", "src/features/hunts/HuntPage.tsx", 137.3),
  page("Wager Rewards", "src/features/rewards/WagerRewardsPage.tsx", 134.0),
  page("How to get points", "src/app/points/PointsPage.tsx", 137.5),
  page("Socials", "src/features/socials/SocialsPage.tsx", 133.4),
  page("Login", "src/features/session/LoginPage.tsx", 157.8),
  page("Signup", "src/features/session/SignupPage.tsx", 159.1),
  page("Forgot password", "src/features/session/ForgotPasswordPage.tsx", 155.6),
  page("New password", "src/features/session/ResetPasswordPage.tsx", 156.7),
  page("Verify email", "src/features/account/VerifyEmailPage.tsx", 124.9),
  memberPage("Statement", "src/features/statement/StatementPage.tsx", 136),
  memberPage("History", "src/features/history/HistoryPage.tsx", 146.9),
  memberPage("Account", "src/features/account/AccountPage.tsx", 145.7),
  memberPage("Dice", "src/features/games/dice/DicePage.tsx", 144.4),
  memberPage("Limbo", "src/features/games/limbo/LimboPage.tsx", 154.6),
  memberPage("Keno", "src/features/games/keno/KenoPage.tsx", 158.1),
  memberPage("Roulette", "src/features/games/roulette/RoulettePage.tsx", 160.1),
  memberPage("Mines", "src/features/games/mines/MinesPage.tsx", 160.9),
  memberPage("Downunder Dawgs", "src/features/games/slot/SlotPage.tsx", 163.0),
  memberPage("Blackjack", "src/features/games/blackjack/BlackjackPage.tsx", 161.5),
  memberPage("Plinko", "src/features/games/plinko/PlinkoPage.tsx", 156.3),
  // Dialogs, and the pages of the panel beside its frame.
  later("Site maintenance", "src/features/maintenance/MaintenanceOverlay.tsx", 7),
  later("Fairness: verifier", "src/features/fairness/VerifySection.tsx", 18.1),
  later("Fairness: odds", "src/features/fairness/OddsSection.tsx", 27),
  later("Challenges: claim", "src/features/challenges/ClaimDialog.tsx", 20),
  later("Points Shop: dialogs", "src/features/shop/ItemDialog.tsx", 24),
  later("Giveaways: entry", "src/features/giveaways/EntryDialog.tsx", 32.2),
  later("Giveaways: proof", "src/features/giveaways/OpenProof.tsx", 32),
  later("Giveaways: verifier", "src/features/giveaways/Recomputed.tsx", 12),
  later("History: cancel", "src/features/history/CancelDialog.tsx", 20),
  later("Short of points", "src/app/points/WaysToPoints.tsx", 7),
  later("Account: password", "src/features/account/PasswordForm.tsx", 28.9),
  later("Account: picture", "src/features/account/PictureDialog.tsx", 28),
  later("Account: Kick", "src/features/account/ChatCard.tsx", 9.0),
  later("Account: Kick, unlinking", "src/features/account/UnlinkDialog.tsx", 23.9),
  later("Account: asked by the chat", "src/features/account/ChatRequests.tsx", 24.4),
  later("Account: deletion", "src/features/account/DeleteDialog.tsx", 24.8),
  later("Admin: frame", "src/features/admin/shell/AdminFrame.tsx", 44.8),
  later("Admin: dashboard", "src/features/admin/dashboard/DashboardPage.tsx", 62.9),
  later("Admin: accounts", "src/features/admin/accounts/AccountsPage.tsx", 30.3),
  later("Admin: accounts, forms", "src/features/admin/accounts/OpenDialog.tsx", 71.5),
  later("Admin: accounts, CSV", "src/features/admin/accounts/imports/CsvDialog.tsx", 50.3),
  later("Admin: economy", "src/features/admin/economy/EconomyPage.tsx", 62.6),
  later("Admin: overlay", "src/features/admin/overlay/OverlayPage.tsx", 32.6),
  later("Admin: overlay, sources", "src/features/admin/overlay/SourcesPart.tsx", 141.1),
  later("Admin: pictures", "src/features/admin/pictures/PicturesPage.tsx", 43.3),
  later("Admin: documents", documents, 42),
  later("Admin: health", "src/features/admin/health/HealthPage.tsx", 51.4),
  later("Admin: chat", "src/features/admin/chat/ChatPage.tsx", 46.2),
  later("Admin: settings", "src/features/admin/settings/SettingsPage.tsx", 88.8),
  later("Admin: settings, a section", "src/features/admin/settings/SectionPage.tsx", 97.3),
  later("Admin: people", "src/features/admin/people/PeoplePage.tsx", 46.8),
  later("Admin: own account", "src/features/admin/me/MePage.tsx", 46.9),
  later("Admin: invitation", "src/features/admin/join/JoinPage.tsx", 20.8),
  later("Admin: audit", "src/features/admin/audit/AuditPage.tsx", 32.4),
  later("Admin: challenges", "src/features/admin/challenges/ChallengesPage.tsx", 52.8),
  later("Admin: points shop", "src/features/admin/shop/PointsShopPage.tsx", 75.9),
  later("Admin: bonus hunts", "src/features/admin/hunts/HuntsPage.tsx", 54.7),
  later("Admin: bonus hunts, import", "src/features/admin/hunts/ImportDialog.tsx", 44.5),
  later("Admin: bonus hunt", "src/features/admin/hunts/HuntEditPage.tsx", 49.3),
  later("Admin: bonus hunt, forms", "src/features/admin/hunts/OpenDialog.tsx", 68.3),
  later("Admin: giveaways", "src/features/admin/giveaways/GiveawaysPage.tsx", 45.6),
  later("Admin: giveaways, forms", "src/features/admin/giveaways/OpenDialog.tsx", 65.6),
  later("Admin: approvals", "src/features/admin/approvals/ApprovalsPage.tsx", 43.7),
  later("Admin: game maintenance", "src/features/admin/maintenance/GameMaintenancePage.tsx", 42.8),
  later("Downunder Dawgs: reels", "src/features/games/slot/view/open-reels.ts", 137.6),
];
