import { formatCount } from "@/ui/format/words";

/** Shown on a phone in place of the whole sentence. */
export const won = "Won";
export const youWonText = (prizeText: string | number) => `You won ${prizeText}!`;
export const giveaway = (title: string | number) => `Giveaway: ${title}`;
export const seeDraw = (title: string | number) => `See the draw: ${title}`;
export const seeDrawText = "See the draw";
export const dismiss = (giveaway: string) => `Dismiss: ${giveaway}`;
export const maskedOnStream = "Your name is masked on the stream.";
export const showMyName = "Show my name";
export const dismissText = "Dismiss";
export const wins = "wins";
export const moreWins = (count: number) => `${formatCount(count, "more win")} to see.`;
