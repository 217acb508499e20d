import { formatCount } from "@/ui/format/words";

export const theCheck = "The check after a restore";
export const title = "After the restore";
export const when = (at: string, backupOf: string | null) =>
  backupOf === null
    ? `This site was restored from a backup and started on ${at}.`
    : `This site was restored from a backup of ${backupOf} and started on ${at}.`;
export const ended =
  "All sessions, links, invitations and recovery codes stopped working. All seeds were replaced.";
export const waitingLead =
  "Staff can't log in until you confirm them. Their roles and second factors come from the backup.";
export const more = "What a restore doesn't bring back";
export const nobodyWaits = "No one is waiting for confirmation.";
export const finish = "Finish the check";
export const finishTitle = "Finish the check?";
export const finishText =
  "This removes the notice on the dashboard. Ask everyone with a two-step login to create new recovery codes.";
export const finished = "Check finished";
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
  confirm: "They'll use the password and second factors from the backup.",
  remove: "They can't log in any more. You can invite them again.",
};
export const done = {
  confirm: (name: string) => `${name} can log in again`,
  remove: (name: string) => `${name} was removed`,
};
