import { formatCount } from "@/ui/format/words";
/** What the site may do at Kick, by the platform's own names. All are needed. */
export const scopes: readonly { name: string; text: string }[] = [
  { name: "user:read", text: "see which account it is" },
  { name: "channel:read", text: "see the channel, and whether it is live" },
  { name: "chat:write", text: "answer commands in the chat" },
  { name: "events:subscribe", text: "receive what is written in the chat" },
];

const events: Readonly<Record<string, string>> = {
  "chat.message.sent": "Messages of the chat",
  "livestream.status.updated": "The stream begins and ends",
};

/** What Kick tells of, in words. */
export function eventText(name: string): string {
  return events[name] ?? name;
}

/** What came of a visit to Kick that was to connect the site. */
export const visits: Readonly<Record<string, { tone: "success" | "error"; text: string }>> = {
  connected: { tone: "success", text: "Kick is connected" },
  "wrong-account": {
    tone: "error",
    text: "That was another Kick account than the one that is connected. Disconnect first to change the channel.",
  },
  failed: { tone: "error", text: "Kick could not be connected. Please try again." },
};

/** "10 seconds", "1 minute", "At once" */
export function spanText(seconds: number): string {
  if (seconds === 0) return "At once";
  const isMinutes = seconds % 60 === 0;
  return isMinutes ? formatCount(seconds / 60, "minute") : formatCount(seconds, "second");
}
