import type { ReactNode } from "react";
import { pointsName } from "@/ui/format/points";

export const title = (site: string) => `Join the panel of ${site}`;
export const titleWithoutSite = "Join the panel";
export const intro = (name: ReactNode, role: ReactNode) => (
  <>
    You're invited as {name}, in the role {role}.
  </>
);
export const roleTexts = {
  owner: "You may see and change everything.",
  admin: "You may run the whole site, except its people, services and backups.",
  moderator: `You may run giveaways and bonus hunts, decide on casino names, give ${pointsName} and switch games, and look at challenges and the shop.`,
} as const;
export const name = "Name";
export const password = "Choose a password";
export const passwordHint = (name: string) =>
  `12 to 128 characters. You log in at /admin as ${name} with it.`;
export const join = "Join";
export const until = (at: string) => `This invitation works until ${at}.`;
export const replacesTitle = "Another person is logged in to the panel in this browser";
export const replacesText = "If you join, that person is logged out here.";
export const loading = "Loading the invitation";
export const notLoaded = (reason: string) => `The invitation could not be loaded. ${reason}`;
export const tryAgain = "Try again";
export const tryAgainIn = (time: string) => `Try again in ${time}`;

export const noCode = "Use the whole link of your invitation";
export const noCodeHint =
  "The link ends with # and a code. Copy all of it from the message that you got, and open it again.";
export const over = "This invitation doesn't work any more";
export const overHint =
  "A link works once, for 7 days, and only as long as it isn't withdrawn. If you have joined already, log in with your name and password. If not, ask the owner of the site for a new link.";
export const toPanel = "To the login";
