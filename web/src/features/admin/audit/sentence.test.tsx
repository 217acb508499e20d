import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AuditItem } from "./queries";
import { sentenceOf, sentences } from "./sentence";
import { changeOf, entry } from "./test-audit";

const textOf = (item: AuditItem) => render(<p>{sentenceOf(item)}</p>).container.textContent;

const own = { subjectName: "Mia" };
const other = { subjectName: "Tom" };

/** Values as the server writes them. */
const samples: readonly [sentence: string, item: AuditItem][] = [
  ["Mia gave rory 500 points: won the raffle", entry()],
  ["Mia gave rory 1 point", changeOf("points.add", "user:7", { points: 0 }, { points: 1 })],
  [
    "Mia took 1,500 points from rory",
    changeOf("points.remove", "user:7", { points: 2000 }, { points: 500 }),
  ],
  [
    "Mia set the points of rory to 500 (before 20): typo",
    changeOf("points.set", "user:7", { points: 20 }, { points: 500, reason: "typo" }),
  ],
  [
    "Mia took back 500 points given to rory",
    changeOf("points.undo", "user:7", { points: 520 }, { points: 20, grant: "12" }),
  ],
  [
    "Alert: Mia gave rory 500,000 points at once",
    changeOf("points.alert", "user:7", null, { points: 500_000, day: 500_000, reason: "large" }),
  ],
  [
    "Alert: Mia gave rory 90,000 points and has given 150,000 in one day",
    changeOf("points.alert", "user:7", null, { points: 90_000, day: 150_000, reason: "day" }),
  ],
  [
    "Alert: Mia gave rory 5 points in a browser that has logged in as this member",
    changeOf("points.alert", "user:7", null, { points: 5, day: 5, reason: "own_account" }),
  ],
  [
    "Alert: Mia made 500,000 points by rewards of challenges at once",
    changeOf("points.alert", "site", null, {
      points: 500_000,
      day: 500_000,
      reason: "large",
      made: "challenges",
    }),
  ],
  [
    "Counted against the limits of Tom: 500 points by the approval of a casino name",
    changeOf("points.counted", "person:4", null, { points: 500, made: "casino_name" }, other),
  ],
  [
    "No longer counted against the limits of Tom: 500 points by rewards of challenges",
    changeOf("points.counted", "person:4", null, { points: -500, made: "challenges" }, other),
  ],
  [
    "Mia gave everyone 100 points (1,234 members): thanks",
    changeOf("points.global", "job:1", null, { amount: 100, members: 1234, reason: "thanks" }),
  ],
  [
    "Mia imported a file with 9,000 points in 12 lines",
    changeOf("points.import", "import:1", null, { lines: 12, points: 9000 }),
  ],
  [
    "Mia paid member 7 50 points of line 3 of an import",
    changeOf(
      "points.import-credit",
      "import:1-2 user:7",
      { line: 3, points: 50 },
      { user: "7", points: 50 },
    ),
  ],
  [
    "Mia removed line 3 of an import with 50 points",
    changeOf("points.import-remove", "import:1-2", { line: 3, points: 50 }, null),
  ],
  ["Mia exported all members with their points", changeOf("points.export", "site", null, {})],

  [
    "Mia logged in to the panel with the password",
    changeOf("person.login", "person:3", null, { method: "password" }, own),
  ],
  [
    "Mia logged in to the panel with a passkey",
    changeOf("person.login", "person:3", null, { method: "passkey" }, own),
  ],
  [
    "Mia logged in to the panel with an invitation",
    changeOf("person.login", "person:3", null, { method: "invitation" }, own),
  ],
  [
    "Mia logged in to the panel with the link of the first start",
    changeOf("person.login", "person:3", null, { method: "setup" }, own),
  ],
  [
    "The panel refused 12 logins from 1 address",
    changeOf("admin.login.refused", "admin", null, { refused: 12, addresses: 1 }),
  ],
  [
    "The command line set the password of the owner",
    changeOf("admin.password", "admin", null, null, {
      actor: "console",
      name: "console",
      address: null,
    }),
  ],
  ["Mia changed their own password", changeOf("person.password", "person:3", null, null, own)],
  [
    "Mia invited Tom as moderator",
    changeOf("person.invite", "person:4", null, { name: "Tom", role: "moderator" }),
  ],
  [
    "Mia withdrew the invitation of Tom",
    changeOf("person.withdraw", "person:4", { name: "Tom", role: "moderator" }, null),
  ],
  [
    "Mia accepted the invitation as admin",
    changeOf("person.join", "person:3", null, { name: "Mia", role: "admin" }, own),
  ],
  [
    "Mia changed the role of Tom from moderator to admin",
    changeOf(
      "person.role",
      "person:4",
      { name: "Tom", role: "moderator" },
      { name: "Tom", role: "admin" },
      other,
    ),
  ],
  [
    "Mia removed Tom from the panel",
    changeOf("person.remove", "person:4", { name: "Tom", role: "admin" }, null),
  ],
  [
    "Mia let Tom log in again after the restore",
    changeOf("person.confirm", "person:4", null, { name: "Tom", role: "admin" }),
  ],
  ["Mia exported the key of the seeds", changeOf("key.export", "site", null, null)],
  ["The site replaced the seeds of all draws", changeOf("seeds.renew", "site", null, null)],
  ["Mia finished the check after the restore", changeOf("restore.checked", "site", null, null)],
  ["Mia ended all their own sessions", changeOf("person.sign-out", "person:3", null, null, own)],
  ["Mia ended all sessions of Tom", changeOf("person.sign-out", "person:4", null, null, other)],
  [
    "Mia named member 7 as their own account",
    changeOf("person.account", "person:3", null, { user: 7 }, own),
  ],
  ["Mia has no member account", changeOf("person.account", "person:3", null, { user: null }, own)],
  [
    "Mia noted member 7 as the account of Tom",
    changeOf("person.account", "person:4", { user: null }, { user: 7 }, other),
  ],
  [
    "Mia noted that Tom has no member account",
    changeOf("person.account", "person:4", { user: 7 }, { user: null }, other),
  ],
  [
    "Mia is called Maria now",
    changeOf(
      "person.name",
      "person:3",
      { name: "Mia", role: "admin" },
      { name: "Maria", role: "admin" },
      { subjectName: "Maria" },
    ),
  ],
  ["Mia added an authenticator app", changeOf("second_factor.app", "person:3", null, null, own)],
  [
    "Mia removed the authenticator app",
    changeOf("second_factor.app_removed", "person:3", null, null, own),
  ],
  [
    "Mia made new recovery codes",
    changeOf("second_factor.recovery_codes", "person:3", null, null, own),
  ],
  [
    "Mia used a recovery code; 9 codes are left",
    changeOf("second_factor.recovery_code", "person:3", null, { left: 9 }, own),
  ],
  [
    "Mia used a recovery code; 1 code is left",
    changeOf("second_factor.recovery_code", "person:3", null, { left: 1 }, own),
  ],
  ["Mia added a passkey", changeOf("second_factor.passkey", "person:3", null, null, own)],
  ["Mia removed a passkey", changeOf("second_factor.passkey_removed", "person:3", null, null, own)],
  [
    "Mia removed the second factors of Tom",
    changeOf("second_factor.reset", "person:4", null, null, other),
  ],
  [
    "Mia requires a second factor of everyone in the panel",
    changeOf("second_factor.required", "panel", { required: false }, { required: true }),
  ],
  [
    "Mia no longer requires a second factor in the panel",
    changeOf("second_factor.required", "panel", { required: true }, { required: false }),
  ],
  [
    "Mia set the account of rory inactive",
    changeOf("account.active", "user:7", { isActive: true }, { isActive: false }),
  ],
  ["Mia removed the picture of rory", changeOf("account.picture", "user:7", null, null)],
  ["Mia changed the username of rory", changeOf("account.rename", "user:7", null, null)],
  ["Mia ended all sessions of rory", changeOf("account.sign-out", "user:7", null, null)],
  [
    "Mia made a link that verifies the email of rory",
    changeOf("account.verify-link", "user:7", null, null),
  ],
  [
    "Mia made a link that sets a new password for rory",
    changeOf("account.reset-link", "user:7", null, null),
  ],
  [
    "Mia rejected the casino name of member 7: unknown there",
    changeOf(
      "approval.decide",
      "user:7 approval:2",
      { status: "pending" },
      { status: "rejected", note: "unknown there" },
    ),
  ],
  [
    "Mia took back the approval of the casino name “roo7” of member 7",
    changeOf(
      "approval.decide",
      "user:7 approval:2",
      { status: "approved" },
      { status: "pending", note: "", name: "roo7" },
    ),
  ],
  [
    "Mia withdrew the approval of the casino name of member 7",
    changeOf(
      "approval.decide",
      "user:7 approval:2",
      { status: "approved" },
      { status: "rejected", note: "" },
    ),
  ],

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
    "Mia changed points.welcome from 100 to 2,500",
    changeOf(
      "settings.change",
      "settings:points",
      { "points.welcome": 100 },
      { "points.welcome": 2500 },
    ),
  ],
  [
    "Mia changed links.links",
    changeOf("settings.change", "settings:links", { "links.links": [] }, { "links.links": [{}] }),
  ],
  [
    "Mia changed brand.name and brand.tagline",
    changeOf("settings.change", "settings:brand", {}, { "brand.name": "a", "brand.tagline": "b" }),
  ],
  [
    "The first start changed 4 settings: brand and points",
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

it.each(samples)("%s", (sentence, item) => {
  expect(textOf(item)).toBe(sentence);
});

it("has a sample of each action", () => {
  const sampled = new Set(samples.map(([, { action }]) => action));
  expect(Object.keys(sentences).filter((action) => !sampled.has(action))).toEqual([]);
});

it("names an action that has no sentence, and values that it doesn't expect, as they were written", () => {
  expect(textOf(entry({ action: "toString" }))).toBe("Mia: toString on rory");
  expect(textOf(entry({ action: "new.thing", subject: "" }))).toBe("Mia: new.thing");
  expect(textOf(entry({ before: "", after: '{"points":"many"}' }))).toBe("Mia: points.add on rory");
});

it("tells apart who changed something", () => {
  const by = (actor: string, name: string, address: string | null = null) =>
    textOf(changeOf("second_factor.app", "user:7", null, null, { actor, name, address }));
  expect(by("member 7", "rory")).toBe("rory added an authenticator app");
  expect(by("member 7", "member 7")).toBe("Member 7 added an authenticator app");
  expect(by("visitor 127.0.0.1", "visitor", "127.0.0.1")).toBe(
    "A visitor added an authenticator app",
  );
  const password = { subject: "person:1", subjectName: "Ann" };
  const owner = { actor: "Ann 127.0.0.1", name: "Ann", action: "person.password" };
  expect(textOf(entry({ ...owner, ...password }))).toBe("Ann changed their own password");
});
