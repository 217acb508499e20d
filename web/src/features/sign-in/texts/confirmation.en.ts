import { formatPointCount } from "@/ui/format/points";

export const verificationSent = "Verification email sent! Check your inbox.";
export const verificationFailed = "Failed to send verification email. Please try again.";
export const linkReady = "Your link is ready; ask the streamer for it.";
export const linkFailed = "Your link could not be created. Please try again.";
export const linkSent = (email: string) => `We sent a link to ${email}.`;
export const linkSentNameless = "We sent you a link.";
export const welcome = (amount: number) => `You get ${formatPointCount(amount)} for it.`;
export const sendAgain = "Send again";
export const sendAgainIn = (time: string) => `Send again in ${time}`;
