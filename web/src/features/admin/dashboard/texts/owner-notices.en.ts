export const restored = {
  title: "This site was restored from a backup",
  text: "Other people can't log in to the panel until you confirm them: their roles are those of the backup.",
  link: "Check people",
};
export const copies = {
  title: "Copies of backups are not encrypted",
  text: "Anyone who gets a copy can read every email address and password hash, and the secret that signs logins.",
  link: "What to do",
};
