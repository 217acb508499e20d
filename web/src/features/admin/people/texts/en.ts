import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const people = "People";
export const lead = "Manage who can use the panel and what each role can do.";
export const thePeople = "The list of people";
export const loading = "Loading people";

export const inThePanel = "In the panel";
export const you = "You";
export const sessionCount = (count: number) => formatCount(count, "session");
export const used = (sessions: string, ago: string) => `${sessions}, last used ${ago}`;
export const notLoggedIn = "Not logged in";

export const changeRole = "Change role";
export const changeRoleOf = (name: string) => `Change the role of ${name}`;
export const signOut = "Sign out everywhere";
export const signOutOf = (name: string) => `Sign out everywhere: ${name}`;
export const remove = "Remove";
export const removeOf = (name: string) => `Remove ${name}`;

export const account = "Member account";
export const accountOf = (name: string) => `Member account of ${name}`;
export const accountIs = (hasAnswered: boolean, username: string | null) => {
  if (!hasAnswered) return "Member account: not set yet";
  return username === null ? "No member account" : `Member account: ${username}`;
};
export const accountText = `Staff can't approve or pay anything for their own member account. Someone else on the team does it.`;
export const accountUsername = "Username";
export const accountHint = "Leave empty if they have no account.";
export const saveAccount = "Save account";
export const accountSaved = (name: string) => `The member account of ${name} is saved`;

export const roleText =
  "This ends all their sessions. They can log in again with the same password.";
export const roleChanged = (name: string, role: string) => `The role of ${name} is now ${role}`;
export const signOutTitle = (name: string) => `Sign ${name} out everywhere?`;
export const signOutText =
  "This ends all their sessions. They can log in again with the same password. Unsaved changes may be lost.";
export const signedOut = (name: string) => `All sessions of ${name} have ended`;
export const removeTitle = (name: string) => `Remove ${name} from the panel?`;
export const removeText =
  "They're logged out everywhere and can't log in again. Their actions stay in the audit. To let them back in, send a new invitation.";
export const removed = (name: string) => `${name} was removed from the panel`;

export const aloneTitle = "It's just you so far";
export const aloneText =
  "Invite the people who help you instead of sharing your password. Each gets a login and a role. The audit shows who did what, and you can remove anyone at any time.";

export const invitePerson = "Invite a person";
export const inviteTitle = "Invite a person";
export const inviteText = "You'll get a link to send. It lets them choose a password and join.";
export const name = "Name";
export const nameHint = "Used to log in and shown in the audit. They can change it later.";
export const role = "Role";
export const roleHints = {
  admin: "Runs the whole site except staff, services and backups.",
  moderator: `Runs giveaways and bonus hunts, checks casino usernames, gives ${pointsName} and pauses games. Can view challenges and the shop.`,
} as const;
export const createLink = "Create link";
export const cancel = "Cancel";
export const done = "Done";
export const linkTitle = (name: string) => `Send this link to ${name}`;
export const linkText =
  "Copy it now: it's shown only once. It works once, for 7 days. Send it privately, because the first person to open it can join.";
export const link = "Invitation link";
export const copyWhat = "the link";

export const invitations = "Open invitations";
export const until = (at: string) => `Expires ${at}`;
export const withdraw = "Withdraw";
export const withdrawOf = (name: string) => `Withdraw the invitation of ${name}`;
export const withdrawTitle = (name: string) => `Withdraw the invitation of ${name}?`;
export const withdrawText = "The link stops working. You can invite them again.";
export const withdrawn = (name: string) => `The invitation of ${name} was withdrawn`;

export const rights = "What each role can do";
export const rightsText = "Anyone who can edit can also view. Enforced on the server.";
export const area = "Area";
export const levels = { none: "—", see: "View", change: "Edit" } as const;
export const noAccess = "No access";
export const areas = {
  own: "Their own name, password and sessions",
  giveaways: "Giveaways and draws",
  hunts: "Bonus hunts",
  approvals: "Casino usernames to check",
  overlay: "Overlay text",
  games: "Pausing games, live bets",
  challenges: "Challenges and rewards",
  shop: `${PointsName} shop and purchases`,
  wagers: "Wagers and leaderboard prizes",
  members: "Member accounts",
  grants: `${PointsName} for individual members, within limits`,
  points: "Game budgets",
  rewards: "Cash rewards",
  all_points: `${PointsName} for everyone, imports and exports`,
  site: "Site maintenance",
  settings: "Site settings and pictures",
  services: `Chat, email, other services, site address and limits for manual ${pointsName}`,
  records: "Audit, health, emails and economy",
  backups: "Backups",
  people: "Staff",
} as const;

export const twoStep = "Two-step login";
export const resetFactor = "Remove second factors";
export const resetFactorOf = (name: string) => `Remove second factors of ${name}`;
export const resetFactorTitle = (name: string) => `Remove the second factors of ${name}?`;
export const resetFactorText =
  "Their authenticator app, passkeys and recovery codes stop working. Next time they log in with only the password.";
export const factorReset = (name: string) => `The second factors of ${name} were removed`;
export const requireTitle = "Require a second factor";
export const requireQuestion = "Require a second factor for everyone?";
export const requireText =
  "Everyone needs an authenticator app or a passkey. Until they set one up, they can't do anything else.";
export const ownerFirst = "Set up your own second factor first.";
export const isRequired = "A second factor is required";
export const isOptional = "A second factor is optional";
export const require = "Require it";
export const makeOptional = "Make it optional";
