import type { ReactNode } from "react";

export const title = "Copies somewhere else";
export const noTargets = (link: (text: string) => ReactNode) => (
  <>
    There are no copies somewhere else. If this machine or its disk is lost, all backups are lost,
    too. Set a target in the settings file of the server, section [backups].{" "}
    {link("How to set up copies")}
  </>
);
export const unencrypted =
  "Copies aren't encrypted, as the settings file says. Anyone who gets one can read everything the site stores.";
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
