import { formatCount } from "@/ui/format/words";

export const theCheck = "The check after a restore";
export const title = "After the restore";
export const when = (at: string, backupOf: string | null) =>
  backupOf === null
    ? `This site was restored from a backup and started on ${at}.`
    : `This site was restored from a backup of ${backupOf} and started on ${at}.`;
export const ended =
  "All sessions, links and invitations have ended, recovery codes are gone, and seeds were renewed.";
export const waitingLead =
  "Staff have the role and second factors of the backup, and can't log in until you confirm them.";
export const more = "What a restore does not bring back";
export const nobodyWaits = "No one is waiting for confirmation.";
export const finish = "Finish the check";
export const finishTitle = "Finish the check?";
export const finishText =
  "The notice on the dashboard goes away. Ask everyone with a two-step login to make new recovery codes.";
export const finished = "The check is finished";
export const asInBackup = (joined: string, hasApp: boolean, passkeys: number) => {
  const app = hasApp ? "an authenticator app" : "no authenticator app";
  return `Joined ${joined}; ${app}, ${formatCount(passkeys, "passkey")}`;
};
export const confirm = "Confirm";
export const confirmOf = (name: string) => `Confirm ${name}`;
export const remove = "Remove";
export const removeOf = (name: string) => `Remove ${name}`;
export const titles = {
  confirm: (name: string) => `Let ${name} log in again?`,
  remove: (name: string) => `Remove ${name}?`,
};
export const questions = {
  confirm: "They log in with the password and the factors that the backup has.",
  remove: "They can't log in any more. Invite them again if that was a mistake.",
};
export const done = {
  confirm: (name: string) => `${name} can log in again`,
  remove: (name: string) => `${name} is removed`,
};
