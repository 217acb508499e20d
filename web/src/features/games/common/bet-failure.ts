import { refreshMember } from "@/features/session/actions";
import type { CallFailure } from "@/wire/failure";
import { recheckAvailability } from "./availability";
import { rereadLimits } from "./limits/limits";
import type { GameId } from "./queries";

/** What stands beside the bet button. */
export type GameNotice = { tone: "info" | "error"; text: string };

/** Handles a refused bet or move: reads again what may be out of date, and returns what to show. */
export function afterRefusal(
  game: GameId,
  failure: CallFailure,
): { isShort: true } | { notice: GameNotice } {
  if (failure.error === "insufficient_points") {
    void refreshMember();
    return { isShort: true };
  }
  if (failure.error === "game_disabled" || failure.error === "game_paused") {
    recheckAvailability(game);
  }
  if (failure.error === "limit_reached" || failure.error === "time_out") rereadLimits();
  return { notice: { tone: "error", text: failure.message } };
}
