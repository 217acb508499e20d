import { cardName, countHand, totalSaid } from "./cards";
import { type BlackjackRound, verdictOf } from "./model";

/** How a round stands, in one or two sentences for those who do not see the table. */
export function announce(round: BlackjackRound): string {
  const mine = totalSaid(countHand(round.player));
  const verdict = verdictOf(round);
  if (verdict === null) {
    const [up] = round.dealer;
    const shown = up === undefined ? "" : ` Dealer shows the ${cardName(up)}.`;
    const offer = round.isOffered ? " Insurance is offered." : "";
    const last = round.player.length > 2 ? round.player.at(-1) : undefined;
    return `${last === undefined ? "" : `You got the ${cardName(last)}. `}You have ${mine}.${shown}${offer}`;
  }
  const points =
    verdict.net === 0
      ? "no points won or lost"
      : `${verdict.net > 0 ? "plus" : "minus"} ${Math.abs(verdict.net)} points`;
  const lines = verdict.lines.length === 0 ? "" : ` ${verdict.lines.join(". ")}.`;
  return `${verdict.title}: you have ${mine}, dealer ${totalSaid(countHand(round.dealer))}, ${points}.${lines}`;
}
