export const restored = {
  title: "This site was restored from a backup",
  text: "Check who can use the panel, then finish the check. Staff can't log in until you confirm them.",
  link: "Check people",
};
export const copies = {
  title: "Copies of backups are not encrypted",
  text: "Anyone who gets a copy can read every email address and password hash, and the secret that signs logins.",
  link: "What to do",
};
