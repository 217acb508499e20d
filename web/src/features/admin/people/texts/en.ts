import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const people = "People";
export const lead = "Who can use the panel, and what each role may do.";
export const thePeople = "The list of people";
export const loading = "Loading the people";

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
  if (!hasAnswered) return "Member account: not answered yet";
  return username === null ? "No member account" : `Member account: ${username}`;
};
export const accountText = `Staff can't approve or pay anything for their own member account. Someone else on the team does it.`;
export const accountUsername = "Username";
export const accountHint = "Leave empty if there is no account.";
export const saveAccount = "Save account";
export const accountSaved = (name: string) => `The member account of ${name} is saved`;

export const roleText =
  "A new role ends all sessions of this person, who then logs in again with the same password.";
export const roleChanged = (name: string, role: string) => `The role of ${name} is now ${role}`;
export const signOutTitle = (name: string) => `Sign ${name} out everywhere?`;
export const signOutText =
  "All sessions of this person end. Logging in again works with the same password. What isn't saved may be lost.";
export const signedOut = (name: string) => `All sessions of ${name} have ended`;
export const removeTitle = (name: string) => `Remove ${name} from the panel?`;
export const removeText =
  "All sessions of this person end, and the login stops working. What they did stays in the audit under their name. To let them in again, send a new invitation.";
export const removed = (name: string) => `${name} is removed from the panel`;

export const aloneTitle = "You run the site alone";
export const aloneText =
  "Invite the people who help you, so that you don't have to share your password. Each of them has their own login and a role, the audit says who did what, and you can remove them at any time.";

export const invitePerson = "Invite a person";
export const inviteTitle = "Invite a person";
export const inviteText =
  "You get a link to send. The person who opens it chooses a password and can use the panel.";
export const name = "Name";
export const nameHint = "They log in with it, and the audit shows it. They can change it later.";
export const role = "Role";
export const roleHints = {
  admin: "Runs the whole site, except its people, services and backups.",
  moderator: `Runs giveaways and bonus hunts, decides on casino names, gives ${pointsName} and switches games. Looks at challenges and the shop.`,
} as const;
export const createLink = "Create the link";
export const cancel = "Cancel";
export const done = "Done";
export const linkTitle = (name: string) => `Send this link to ${name}`;
export const linkText =
  "It works once, for 7 days, and is shown only now. Send it in a private message: the first person who opens it can join.";
export const link = "Invitation link";
export const copyWhat = "the link";

export const invitations = "Open invitations";
export const until = (at: string) => `Works until ${at}`;
export const withdraw = "Withdraw";
export const withdrawOf = (name: string) => `Withdraw the invitation of ${name}`;
export const withdrawTitle = (name: string) => `Withdraw the invitation of ${name}?`;
export const withdrawText = "The link stops working. You can invite this person again.";
export const withdrawn = (name: string) => `The invitation of ${name} is withdrawn`;

export const rights = "What each role may do";
export const rightsText =
  "Who may change something sees it, too. The server enforces these rights, whichever page is used.";
export const area = "Area";
export const levels = { none: "—", see: "See", change: "Change" } as const;
export const noAccess = "No access";
export const areas = {
  own: "Own name, password and sessions",
  giveaways: "Giveaways and their draws",
  hunts: "Bonus hunts",
  approvals: "Casino names that wait for a decision",
  overlay: "The line on the overlay",
  games: "Switches of games, live bets",
  challenges: "Challenges and their awards",
  shop: `${PointsName} shop and its purchases`,
  wagers: "Wagers and the prizes of the leaderboard",
  members: "Accounts of members",
  grants: `${PointsName} of single members, within limits`,
  points: "Budgets of games",
  rewards: "Cash rewards",
  all_points: `${PointsName} for everyone, imports and exports`,
  site: "Opening and closing the site",
  settings: "Settings and pictures of the site",
  services: `Chat, mail, other services, address of the site, limits of ${pointsName} by hand`,
  records: "Audit, health, emails and economy",
  backups: "Backups",
  people: "People of the panel",
} as const;

export const twoStep = "Two-step login";
export const resetFactor = "Remove second factors";
export const resetFactorOf = (name: string) => `Remove second factors of ${name}`;
export const resetFactorTitle = (name: string) => `Remove the second factors of ${name}?`;
export const resetFactorText =
  "The authenticator app, passkeys and recovery codes stop working. The password alone is enough for the next login.";
export const factorReset = (name: string) => `The second factors of ${name} are removed`;
export const requireTitle = "Require a second factor";
export const requireQuestion = "Require a second factor of everyone?";
export const requireText =
  "Everyone needs an authenticator app or a passkey. Until they have one, they can only set one up.";
export const ownerFirst = "Set up a second factor of your own first.";
export const isRequired = "A second factor is required";
export const isOptional = "A second factor is optional";
export const require = "Require it";
export const makeOptional = "Make it optional";
