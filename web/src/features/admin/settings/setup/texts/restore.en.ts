export const question = "Moving an existing site here?";
export const open = "Restore a backup";
export const title = "Restore a backup";
export const lead =
  "Everything in the backup comes back: members, their balances, settings and people of the panel. You then log in as before.";
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
export const starting = "The site is starting again. The panel opens by itself.";
export const notBack =
  "The site hasn't started again. Look at its log on the server; starting it by hand continues the restore.";
