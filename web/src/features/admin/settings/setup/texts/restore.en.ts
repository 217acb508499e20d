export const open = "Restore a backup instead";
export const setUpInstead = "Set up a new site instead";
export const title = "Restore a backup";
export const lead =
  "Brings back members, balances, settings and staff. Afterwards you set a new password and confirm each staff member. To keep open draws and rounds, stop the server and run pointhouse key import first.";
export const yourBackup = "Your backup";
export const file = "Backup file";
export const choose = "Choose backup file";
export const noFile = "No file chosen";
export const secret = "Passphrase or private key";
export const secretHint = "Only for encrypted backups. A private key starts with AGE-SECRET-KEY-.";
export const restore = "Restore";
export const running =
  "Uploading and checking the backup. Keep this page open: large backups take several minutes.";
export const restored = "Backup restored";
export const starting = "The site is restarting. This takes a moment.";
export const isBack =
  "To set your password, open the new setup link. Look for the line with /setup# in the server's output or log.";
export const notBack =
  "The site hasn't restarted. Check the server's log, then start the server to finish the restore.";
