export const title = "Download a backup";
export const contents =
  "The file has everything the site stores: email addresses, password hashes and the secret that signs logins. The key of the seeds is not in it: run pointhouse key export on the server and keep that file apart.";
export const withKey = "The file is encrypted with the key or passphrase in the settings file.";
export const passphrase = "Passphrase";
export const passphraseHint =
  "At least 12 characters. You need it to restore the file, and nobody can recover it.";
export const again = "Passphrase again";
export const different = "The passphrases don't match.";
export const plain = "Download unencrypted";
export const plainRisk = "Anyone who gets an unencrypted file can read all of it.";
export const download = "Download";
export const cancel = "Cancel";
