import { formatPointCount } from "@/ui/format/points";

export const verificationSent = "Verification email sent! Check your inbox.";
export const verificationFailed = "Failed to send verification email. Please try again.";
export const linkReady = "Your link is ready; ask the streamer for it.";
export const linkFailed = "Your link could not be created. Please try again.";
export const confirmByLink = (email: string) => `Confirm ${email} with the link in our email.`;
export const confirmByLinkNameless = "Use the link in our email.";
export const confirmSent = (email: string) =>
  `We sent an email to ${email}. Open the link in it to confirm your address.`;
export const confirmSentNameless =
  "We sent you an email. Open the link in it to confirm your address.";
export const notThere = "Not there? Check your spam folder.";
export const welcome = (amount: number) => `You get ${formatPointCount(amount)} for it.`;
export const sendLink = "Send the link";
export const sendAgain = "Send again";
export const sendAgainIn = (time: string) => `Send again in ${time}`;
