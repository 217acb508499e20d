import * as texts from "./texts/en";
/** What the site may do at Kick, by the platform's own names. All are needed. */
export const scopes: readonly { name: string; text: string }[] = [
  { name: "user:read", text: texts.seeWhichAccountItIs },
  { name: "channel:read", text: texts.seeTheChannelAndWhether },
  { name: "chat:write", text: texts.answerCommandsInTheChat },
  { name: "events:subscribe", text: texts.receiveWhatIsWrittenIn },
];

const events: Readonly<Record<string, string>> = {
  "chat.message.sent": texts.messagesChat,
  "livestream.status.updated": texts.streamBeginsEnds,
};

/** What Kick tells of, in words. */
export function eventText(name: string): string {
  return events[name] ?? name;
}

/** What came of a visit to Kick that was to connect the site. */
export const visits: Readonly<Record<string, { tone: "success" | "error"; text: string }>> = {
  connected: { tone: "success", text: texts.kickConnected },
  "wrong-account": {
    tone: "error",
    text: texts.wasAnotherKickAccount,
  },
  failed: { tone: "error", text: texts.kickCouldNotConnected },
};

/** "10 seconds", "1 minute", "At once" */
export function spanText(seconds: number): string {
  if (seconds === 0) return texts.atOnce;
  const isMinutes = seconds % 60 === 0;
  return isMinutes ? texts.minuteCount(seconds / 60) : texts.secondCount(seconds);
}
