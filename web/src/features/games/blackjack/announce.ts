import { cardName, countHand, totalSaid } from "./cards";
import { type BlackjackRound, verdictOf } from "./model";
import * as texts from "./texts/en";

/** How a round stands, in one or two sentences for those who do not see the table. */
export function announce(round: BlackjackRound): string {
  const player = totalSaid(countHand(round.player));
  const verdict = verdictOf(round);
  if (verdict === null) {
    const [up] = round.dealer;
    const drawn = round.player.length > 2 ? round.player.at(-1) : undefined;
    return texts.announceOpen(
      drawn === undefined ? null : cardName(drawn),
      player,
      up === undefined ? null : cardName(up),
      round.isOffered,
    );
  }
  const dealer = totalSaid(countHand(round.dealer));
  return texts.announceEnd(verdict.title, { player, dealer }, verdict.net, verdict.lines);
}
