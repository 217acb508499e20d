import type { ReactNode } from "react";

export const expiresIn = (time: string) => `Expires in ${time}.`;
export const expired = "Expired.";
export const confirm = "Confirm";

export const asked = (username: ReactNode) => (
  <>{username} asked in the chat to be linked to your account.</>
);
export const requested = (age: string, expiry: string) => `Requested ${age}. ${expiry}`;
export const confirmNamed = (username: string) => `Confirm ${username}`;
export const refuse = "Refuse";
export const refuseNamed = (username: string) => `Refuse ${username}`;
export const linked = (username: string) => `${username} is linked.`;
export const refused = (username: string) => `${username} was refused.`;

export const question = "Is this you in the chat?";
export const questionText = (username: string) =>
  `${username} asked in the chat to be linked to your account. Link it?`;
export const questionHint = (username: string, expiry: string) =>
  `Confirm only if you sent the request yourself: from then on, what ${username} writes in the chat counts as yours. ${expiry}`;
export const notMe = "Not me";
export const close = "Close";
export const kickLinked = (username: string) => `Your Kick account ${username} is linked.`;
export const kickRefused = (username: string) =>
  `Refused. ${username} is not linked to your account.`;
