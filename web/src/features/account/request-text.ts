import { formatTimeLeft } from "@/ui/format/durations";
import * as texts from "./texts/en";

/** How long a request of the chat can still be answered. */
export function standsText(expiresAt: string, now: number): string {
  const left = Date.parse(expiresAt) - now;
  return left > 0 ? texts.stands(formatTimeLeft(left)) : texts.hasRunOut;
}
