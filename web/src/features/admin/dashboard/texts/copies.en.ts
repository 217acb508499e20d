export const title = "Copies of backups are not encrypted";
export const risk =
  "Anyone who gets a copy can read every email address and password hash, and the secret that signs logins.";
export const whatToDo = "What to do";
