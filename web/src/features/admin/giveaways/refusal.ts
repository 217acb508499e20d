import type { CallFailure } from "@/wire/failure";
import * as texts from "./texts/en";

/** Why a giveaway could not be saved, as the window says it. */
export type Refusal = {
  title: "Server Error" | "Save Failed" | "Connection Error";
  text: string;
  /** What the answer says; empty where the text says it all. */
  body: string;
  /** Nobody knows whether it was saved. */
  isUncertain: boolean;
};

const unknownText = texts.unknownErrorOccurredWhile;
const connectionText = texts.unableConnectServerPlease;

/** What is shown of an answer that the site doesn't understand: its message, or what a proxy says, but no JSON. */
function shownOf(body: string, said: string | null): string {
  if (said !== null) return said;
  return /^\s*[[{]/.test(body) ? "" : body;
}

export function describeRefusal({ body, isLost, said, status }: CallFailure): Refusal {
  if (isLost)
    return { title: texts.connectionError, text: connectionText, body: "", isUncertain: true };
  const isUnderstood = said !== null && status < 500;
  if (status >= 400 && !isUnderstood)
    return {
      title: texts.serverError,
      text: texts.status(status),
      body: shownOf(body, said),
      isUncertain: status >= 500,
    };
  return { title: texts.saveFailed, text: said ?? unknownText, body: "", isUncertain: false };
}
