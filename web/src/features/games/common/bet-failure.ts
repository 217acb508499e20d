import { refreshMember } from "@/features/session/actions";
import type { CallFailure } from "@/wire/failure";
import { recheckAvailability } from "./availability";
import { rereadLimits } from "./limits/limits";
import { type GameId, rereadRounds } from "./queries";

/** What stands beside the bet button. */
export type GameNotice = { tone: "info" | "error"; text: string };

/**
 * What a refused or lost bet or move leads to, in the words of the specification's catalogue. What
 * may have become stale with it is read again.
 */
export function afterFailure(
  game: GameId,
  failure: CallFailure,
): { isShort: true } | { notice: GameNotice } {
  if (failure.status === 400 && failure.message.includes("Insufficient points")) {
    void refreshMember();
    return { isShort: true };
  }
  if (failure.error === "game_disabled" || failure.error === "game_paused") {
    recheckAvailability(game);
  }
  if (failure.error === "limit_reached" || failure.error === "time_out") rereadLimits();
  if (failure.isLost) {
    // Asked twice without an answer: the bet may stand. The server's list is the truth.
    rereadRounds(game);
    void refreshMember();
    const text =
      "Connection lost. If the bet was taken, it shows in your rounds and your balance once you are back online.";
    return { notice: { tone: "error", text } };
  }
  return { notice: { tone: "error", text: failure.message } };
}
