export const title = "This site was restored from a backup";
export const text =
  "Other people can't log in to the panel until you confirm them: their roles are those of the backup.";
export const check = "Check people";
