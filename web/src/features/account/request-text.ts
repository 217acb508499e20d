import { formatTimeLeft } from "@/ui/format/durations";
import * as texts from "./texts/requests.en";

/** How long a request of the chat can still be answered. */
export function expiryText(expiresAt: string, now: number): string {
  const left = Date.parse(expiresAt) - now;
  return left > 0 ? texts.expiresIn(formatTimeLeft(left)) : texts.expired;
}
