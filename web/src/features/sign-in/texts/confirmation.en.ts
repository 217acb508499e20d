import { formatPointCount } from "@/ui/format/points";

export const verificationSent = "Verification email sent! Check your inbox.";
export const verificationFailed = "Failed to send verification email. Please try again.";
export const linkReady = "Your link is ready; ask the streamer for it.";
export const linkFailed = "Your link could not be created. Please try again.";
export const confirmByLink = (email: string) => `Confirm ${email} with the link in our email.`;
export const confirmByLinkNameless = "Use the link in our email.";
export const welcome = (amount: number) => `You get ${formatPointCount(amount)} for it.`;
export const sendLink = "Send the link";
export const sendAgainIn = (time: string) => `Send again in ${time}`;
