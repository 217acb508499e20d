import * as texts from "../texts/en";
import type { WaitingLine } from "./queries";

/** Whom a line means, in the words that stand in it. */
export function whoIsMeant(line: WaitingLine): string {
  const { username, email, casinoUsername, kickUsername, kickId } = line;
  const named = [
    username,
    email,
    casinoUsername !== null && `${casinoUsername} (casino)`,
    kickUsername !== null && `${kickUsername} (Kick)`,
    kickId !== null && texts.kickId(kickId),
  ].filter((name) => typeof name === "string");
  return named.join(", ");
}
