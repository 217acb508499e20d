import type { AuditItem } from "./queries";
import { changeOf, entry } from "./test-audit";

/** Entries about giveaways, hunts, games, settings, the shop and wagers, with values as the server writes them. */
export const siteSamples: readonly [sentence: string, item: AuditItem][] = [
  [
    "Mia created giveaway “Friday drop”",
    changeOf("giveaway.create", "giveaway:3", null, { title: "Friday drop" }),
  ],
  // A long entry was cut, so its values can't be read.
  [
    "Mia changed giveaway 3",
    entry({ action: "giveaway.edit", subject: "giveaway:3", after: '{"description":"lo …(cut)' }),
  ],
  [
    "Mia deleted giveaway “Friday drop”",
    changeOf("giveaway.delete", "giveaway:3", { title: "Friday drop" }, {}),
  ],
  [
    "Mia ended giveaway 3 early: member 9 won with one of 40 tickets",
    changeOf("giveaway.end", "giveaway:3", { tickets: 40, chain: "ab" }, { winner: "user:9" }),
  ],
  [
    "Mia ended giveaway 3 early: no winner among 0 tickets",
    changeOf("giveaway.end", "giveaway:3", { tickets: 0, chain: "ab" }, { winner: null }),
  ],
  [
    "Mia entered the proof of giveaway 3 from before the restore: member 9 won",
    changeOf("giveaway.old_proof", "giveaway:3", { tickets: 2 }, { winner: "user:9" }),
  ],
  [
    "Mia entered the proof of giveaway 3 from before the restore: an account won that is no longer here",
    changeOf("giveaway.old_proof", "giveaway:3", { tickets: 2 }, { winner: null, winnerIndex: 3 }),
  ],
  [
    "Mia created bonus hunt “Sunday”",
    changeOf("hunts.create", "hunt:2", null, { id: "2", name: "Sunday" }),
  ],
  [
    "Mia changed bonus hunt “Sunday”",
    changeOf("hunts.edit", "hunt:2", { name: "Saturday" }, { name: "Sunday" }),
  ],
  [
    "Mia deleted bonus hunt “Sunday” with 3 slots",
    changeOf("hunts.delete", "hunt:2", { hunt: { name: "Sunday" }, slots: 3 }, null),
  ],
  [
    "Mia imported bonus hunt “Sunday” with 1 slot",
    changeOf("hunts.import", "hunt:2", null, { hunt: { name: "Sunday" }, slots: 1 }),
  ],
  [
    "Mia added Wild Emu to bonus hunt 2",
    changeOf("hunts.slot.add", "hunt:2", null, { id: "1", slot: { name: "Wild Emu" } }),
  ],
  [
    "Mia changed Wild Emu in bonus hunt 2",
    changeOf("hunts.slot.edit", "hunt:2", {}, { id: "1", slot: { name: "Wild Emu" } }),
  ],
  [
    "Mia opened Wild Emu in bonus hunt 2: it paid $1,234.50",
    changeOf("hunts.slot.play", "hunt:2", {}, { slot: { name: "Wild Emu", win: "$1,234.50" } }),
  ],
  [
    "Mia deleted Wild Emu from bonus hunt 2",
    changeOf("hunts.slot.delete", "hunt:2", { slot: { name: "Wild Emu" } }, null),
  ],
  [
    "Mia set bonus hunt 2 to live",
    changeOf("hunts.override", "hunt:2", { status: null, tips: [] }, { status: "live", tips: [] }),
  ],
  [
    "Mia let the status of bonus hunt 2 follow its slots again",
    changeOf("hunts.override", "hunt:2", { status: "live", tips: [] }, { status: null, tips: [] }),
  ],
  [
    "Mia changed the tips of bonus hunt 2",
    changeOf("hunts.override", "hunt:2", { status: null, tips: [] }, { status: null, tips: ["1"] }),
  ],
  [
    "Mia reset today's prize budget of Dice (12,000 used)",
    changeOf("budget.reset", "game:dice", { used: 12_000, budget: 9 }, { used: 0, budget: 9 }),
  ],
  [
    "Mia sent a test bet to the live bets",
    changeOf("livebets.test", "game:dice", null, { id: "test-1", playerName: "rory" }),
  ],
  [
    "Mia disabled Dice and Limbo",
    changeOf(
      "maintenance.game",
      "dice,limbo",
      { disabled: { dice: false, limbo: false } },
      { disabled: { dice: true, limbo: true } },
    ),
  ],
  [
    "Mia published 4 challenges",
    changeOf("challenges.publish", "challenges", { challenges: 3 }, { challenges: 4 }),
  ],
  [
    "Mia paid member 7 200 points for challenge 5",
    changeOf("challenges.award", "challenge:5 user:7", {}, { completed: true, points: 200 }),
  ],

  [
    "Mia changed “Welcome points” (Points) from 100 to 2,500",
    changeOf(
      "settings.change",
      "settings:points",
      { "points.welcome": 100 },
      { "points.welcome": 2500 },
    ),
  ],
  [
    "Mia changed “Links”",
    changeOf("settings.change", "settings:links", { "links.links": [] }, { "links.links": [{}] }),
  ],
  [
    "Mia changed “Name” (Brand) and “Tagline” (Brand)",
    changeOf("settings.change", "settings:brand", {}, { "brand.name": "a", "brand.tagline": "b" }),
  ],
  [
    "The first start changed 4 settings: Brand and Points",
    changeOf(
      "settings.change",
      "settings:brand,points",
      {},
      { "brand.name": "a", "brand.tagline": "b", "brand.mark": "", "points.name": "coin" },
      { actor: "first start", name: "first start", address: null },
    ),
  ],
  ["Mia changed a secret of a service", changeOf("settings.change", "settings:secrets", {}, {})],
  ["Mia exported the settings", changeOf("settings.export", "site", null, {})],
  [
    "Mia closed the site to members",
    changeOf("maintenance.site", "site", { maintenanceMode: false }, { maintenanceMode: true }),
  ],
  [
    "Mia hid the first step “public address”",
    changeOf("first_step.hide", "step:public_address", { hidden: false }, { hidden: true }),
  ],
  ["Mia uploaded picture 4", entry({ action: "picture.add", subject: "picture:4", after: "/p/4" })],
  ["Mia removed picture 4", entry({ action: "picture.remove", subject: "picture:4" })],
  [
    "Mia made an address for the overlay's source “Ticker”",
    changeOf("overlay.key", "overlay", null, { source: "Ticker", address: "made" }),
  ],
  [
    "Mia ended the address of the overlay's source “Ticker”",
    changeOf("overlay.key", "overlay", null, { source: "Ticker", address: "revoked" }),
  ],
  [
    "Mia showed the line “Back at nine” on the overlay",
    changeOf("overlay.line", "overlay", null, { text: "Back at nine", seconds: 60 }),
  ],
  [
    "Mia took the line “Back at nine” off the overlay",
    changeOf("overlay.line", "overlay", { text: "Back at nine" }, null),
  ],
  [
    "Mia connected the chat of Kick (account 99)",
    changeOf("chat.connect", "chat", null, { kickId: "99", scopes: "" }),
  ],
  [
    "Mia disconnected the chat of Kick (account 99)",
    changeOf("chat.disconnect", "chat", { kickId: "99" }, null),
  ],
  [
    "Mia sent email 5 to member 7 again",
    changeOf("letter.retry", "letter:5 user:7", { tries: 3, dead: true }, { tries: 0 }),
  ],
  [
    "Mia deleted email 5 to member 7",
    changeOf("letter.delete", "letter:5 user:7", { tries: 3, dead: true }, null),
  ],
  [
    "Mia made a backup of everything: site-1.backup",
    changeOf("backup.write", "site", null, { file: "site-1.backup", bytes: 5 }),
  ],
  [
    "Mia downloaded a backup of everything: site-1.backup",
    changeOf("backup.download", "site", null, { file: "site-1.backup", bytes: 5 }),
  ],
  [
    "Mia published the points shop with 6 items",
    changeOf("shop.publish", "shop", { items: 5 }, { items: 6 }),
  ],
  [
    "Mia covered the points shop with “Coming Soon”",
    changeOf("shop.config", "shop", { comingSoonEnabled: false }, { comingSoonEnabled: true }),
  ],
  [
    "Mia set purchase 8 of member 7 to in progress",
    changeOf(
      "shop.purchase",
      "purchase:8 user:7",
      { status: "pending" },
      { status: "in_progress" },
    ),
  ],
  [
    "Mia marked a cash reward of member 7 as paid",
    changeOf("rewards.decide", "reward:7-30 user:7", { status: "approved" }, { status: "paid" }),
  ],
  [
    "Mia fetched the wagers of November 2026 again (31 players)",
    changeOf("wagers.fetch-month", "wagers:2026-11", { players: 30 }, { players: 31 }),
  ],
  [
    "Mia marked 20 prizes of November 2026 as paid",
    changeOf("wagers.payouts", "wagers:2026-11", { unpaid: 20 }, { unpaid: 0 }),
  ],
  [
    "Mia marked the $1,500 of roo (place 1, November 2026) as paid",
    changeOf(
      "wagers.payout",
      "wagers:2026-11:1",
      { player: "roo", prize: 1500, paid: false },
      { player: "roo", prize: 1500, paid: true },
    ),
  ],
  [
    "Mia imported the wagers of 31 players for November 20, 2026",
    changeOf("wagers.import", "wagers:2026-11-20", { players: 30 }, { players: 31 }),
  ],
  [
    "Mia exported the wagers from November 1, 2026 to November 20, 2026",
    changeOf("wagers.export", "site", null, { from: "2026-11-01", to: "2026-11-20" }),
  ],
  [
    "Mia reset today's wagers of 4 players",
    changeOf("wagers.reset-daily", "wagers", { players: 4 }, { players: 0, backup: "x" }),
  ],
  [
    "Mia deleted the wager history of 12 days",
    changeOf("wagers.reset-database", "wagers", { days: 12, players: 4 }, { days: 0 }),
  ],
  [
    "Mia deleted all wagers: 4 players and 12 days",
    changeOf("wagers.complete-reset", "wagers", { days: 12, players: 4 }, { days: 0 }),
  ],
];
