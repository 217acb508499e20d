import { formatTimeLeft } from "@/ui/format/durations";

/** How long a request of the chat can still be answered. */
export function standsText(expiresAt: string, now: number): string {
  const left = Date.parse(expiresAt) - now;
  return left > 0 ? `It stands for ${formatTimeLeft(left)}.` : "It has run out.";
}
