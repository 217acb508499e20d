import { pointsName } from "@/ui/format/points";

const largeAmount = `This makes a large amount of ${pointsName}.`;
const withPasswordAlone = "Without the second factor, the password alone is enough to log in.";

/** What calls do that need a proof, by method, path and query; `*` is an id. The first that fits counts. */
const effects: readonly [call: string, text: string][] = [
  ["POST /api/sign-in/app", "The app's codes become part of your login."],
  ["PUT /api/sign-in/app", "The app's codes become part of your login."],
  ["DELETE /api/sign-in/app", "Your password no longer asks for the app's codes."],
  [
    "POST /api/sign-in/passkeys/start",
    "With the new passkey, its device can log in to your account.",
  ],
  ["POST /api/sign-in/passkeys", "With the new passkey, its device can log in to your account."],
  ["DELETE /api/sign-in/passkeys/*", "This passkey can no longer log you in."],
  ["POST /api/sign-in/recovery-codes", "The recovery codes you have now stop working."],
  [
    "POST /api/kick/link/start",
    "Linking lets the site read your Kick name. You can unlink at any time.",
  ],
  ["DELETE /api/kick/link", "Your Kick account is no longer linked."],
  ["PUT /api/auth/update-profile", "This changes how you log in."],
  ["PUT /api/auth/change-password", "From now on you log in with this password."],
  ["DELETE /api/auth/delete-account", "Your account is deleted. This can't be undone."],

  ["POST /api/admin/people/invitations", "The invitation gives someone access to the panel."],
  ["POST /api/admin/people/*/confirm", "This person can log in to the panel again."],
  [
    "PUT /api/admin/people/second-factor",
    "This decides whether everyone in the panel needs a second factor.",
  ],
  ["PUT /api/admin/people/*/account", "This says which member account is this person's own."],
  ["PUT /api/admin/people/*", "The role decides what this person may do in the panel."],
  ["DELETE /api/admin/people/*/second-factor", withPasswordAlone],
  ["DELETE /api/admin/people/*", "This person loses access to the panel."],
  ["POST /api/admin/accounts/*/link", "Anyone who has the link can use it for this account."],
  ["DELETE /api/admin/accounts/*/second-factor", withPasswordAlone],
  ["GET /api/auth/admin/accounts", "The list has the emails of all members."],
  ["GET /api/auth/admin/all-players", "The list has the emails of all members."],

  ["POST /api/auth/admin/global-points", `Every member gets these ${pointsName}.`],
  [
    "POST /api/admin/points/import/waiting/*/credit",
    `The member you selected gets these ${pointsName}.`,
  ],
  [
    "POST /api/admin/points/import/waiting/credit-linked",
    `Members whose linked Kick name is in these lines get the ${pointsName}.`,
  ],
  [
    "POST /api/admin/points/imports/*/take-back",
    `The members of this import lose its ${pointsName}, as far as their balances allow.`,
  ],
  [
    "POST /api/admin/points/import?dryRun=false",
    `The ${pointsName} in this file go to the members whom it names, now or once they prove who they are.`,
  ],
  [
    "POST /api/admin/points/import",
    "The report says which members the file names. It credits nothing yet.",
  ],
  ["GET /api/admin/points/export", `The file lists all members with their ${pointsName}.`],
  ["POST /api/admin/games/*/budget/reset", "The game can pay out its prize budget again today."],
  ["POST /api/giveaways/*/old-proof", "The draw from before the restore counts from now on."],

  ["POST /api/admin/backup/download", "A backup has all data of the site and its members."],
  ["GET /api/admin/settings/export", "The file has the settings of the site."],
  ["POST /api/admin/settings/import", "The settings in this file replace those of the site."],
  ["POST /api/admin/settings/*/history/*/restore", "These earlier settings take effect again."],
  ["PUT /api/admin/settings/grants", `This changes how many ${pointsName} staff may give.`],
  ["PUT /api/admin/settings/kick", "This changes how the site uses Kick."],
  ["PUT /api/admin/settings/mail", "This changes how the site sends email."],
  ["PUT /api/admin/settings/hunts", "This changes where bonus hunts come from."],
  ["PUT /api/admin/settings/wagers", "This changes where wagers come from."],
  ["PUT /api/admin/settings/place", "The site's address is where links in emails lead."],
  ["PUT /api/admin/settings/*", `This changes how many ${pointsName} the site makes.`],

  ["POST /api/admin/chat/connect", "The site gets access to your Kick channel."],
  [
    "DELETE /api/admin/chat",
    "The site loses access to your Kick channel. You can connect it again.",
  ],
  ["POST /api/admin/overlay/sources/*/key", "Anyone who has the new URL sees this source."],
  ["DELETE /api/admin/overlay/sources/*/key", "The URL of this source stops working."],

  ["GET /api/wager-tracking/export", "The file lists what each player wagered."],
  ["POST /api/wager-tracking/complete-reset", "All wagers are deleted. This can't be undone."],
  ["POST /api/wager-tracking/reset-daily", "Today's wagers are deleted. This can't be undone."],
  [
    "POST /api/wager-tracking/reset-database",
    "The wager history is deleted. This can't be undone.",
  ],
];

/** What a call does. Every other one needs a proof because of the points that it makes. */
export function effectOf(call: string): string {
  const [sent = "", query = ""] = call.split("?");
  const given = new URLSearchParams(query);
  const fits = ([pattern]: (typeof effects)[number]) => {
    const [path = "", asked = ""] = pattern.split("?");
    return (
      new RegExp(`^${path.replaceAll("*", "[^/]+")}$`).test(sent) &&
      [...new URLSearchParams(asked)].every(([name, value]) => given.get(name) === value)
    );
  };
  return effects.find(fits)?.[1] ?? largeAmount;
}
