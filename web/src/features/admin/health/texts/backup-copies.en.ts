export const title = "Copies somewhere else";
export const noTargets =
  "There is no copy somewhere else. If this machine or its disk is lost, so are all backups. The person who runs the server sets a target in the settings file, section [backups]; docs/backup.md explains how.";
export const table = "Table of copies";
export const caption = "Copies of backups, by target";
export const target = "Target";
export const encrypted = "Encrypted";
export const state = "State";
export const noneYet = "No copy yet";
export const age = "Age";
export const lastFailed = "Last failed";
export const never = "Never";
export const size = "Size";
export const lastError = (reason: string) => `Last error: ${reason}`;
