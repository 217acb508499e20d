export const open = "Restore a backup instead";
export const setUpInstead = "Set up a new site instead";
export const title = "Restore a backup";
export const lead =
  "Members, balances, settings and staff come back. You then set a new password with a link that the server prints, and confirm each staff member. To keep open draws and rounds, stop the server and run pointhouse key import before you restore.";
export const yourBackup = "Your backup";
export const file = "Backup file";
export const choose = "Choose the backup file";
export const noFile = "No file chosen";
export const secret = "Passphrase or private key";
export const secretHint =
  "Only for an encrypted backup. A private key is the line that begins with AGE-SECRET-KEY-.";
export const restore = "Restore";
export const running =
  "Uploading and checking the backup. Keep this page open; large backups take several minutes.";
export const restored = "The backup is restored";
export const starting = "The site is restarting. This takes a moment.";
export const isBack =
  "Open the new setup link that the server printed to set your password: look at its output or its log for the line with /setup#.";
export const notBack =
  "The site hasn't started again. Look at its log on the server; starting it by hand continues the restore.";
