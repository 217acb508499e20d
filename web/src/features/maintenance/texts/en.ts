import { pointsName } from "@/ui/format/points";
export const eyebrow = "Site maintenance";
export const heading = "We'll be back soon";
export const intro = `The site is closed for maintenance. Your ${pointsName} and tickets are safe, and this page comes back by itself when the work is done.`;

export const adminPassword = "Admin password";
export const enter = "Enter";
export const passwordRequired = "Please enter a password";
export const passwordInvalid = "Invalid password";
export const noConnection = "Connection error. Please try again.";

export const music = "Music";
export const play = "Play music";
export const pause = "Pause music";
export const calmMusic = "Calm music";
export const playing = "Playing";
export const paused = "Paused";
export const cannotPlay = "This browser cannot play it";
export const volume = "Volume";
export const percent = (value: number) => `${value} percent`;
