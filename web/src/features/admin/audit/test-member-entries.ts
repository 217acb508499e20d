import type { AuditItem } from "./queries";
import { changeOf, entry } from "./test-audit";

const own = { subjectName: "Mia" };
const other = { subjectName: "Tom" };

/** Entries about points, the people of the panel and accounts, with values as the server writes them. */
export const memberSamples: readonly [sentence: string, item: AuditItem][] = [
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
    "The alert about import 7 ended: it was taken back",
    changeOf("points.counted", "person:4", null, { points: 0, made: "import", ended: 7 }, other),
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
  [
    "Mia credited 3 waiting lines of imports with 500 points to linked Kick accounts",
    changeOf("points.import-credit-linked", "site", null, { lines: 3, points: 500 }),
  ],
  [
    "Mia took back import 3 (12 lines)",
    changeOf("points.import-take-back", "import:3", { lines: 12 }, null),
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
];
