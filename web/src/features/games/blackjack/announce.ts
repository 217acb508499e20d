import { cardName, countHand, totalSaid } from "./cards";
import { type BlackjackRound, verdictOf } from "./model";
import * as texts from "./texts/en";

/** How a round stands, in one or two sentences for those who do not see the table. */
export function announce(round: BlackjackRound): string {
  const mine = totalSaid(countHand(round.player));
  const verdict = verdictOf(round);
  if (verdict === null) {
    const [up] = round.dealer;
    const shown = up === undefined ? "" : texts.dealerShows(cardName(up));
    const offer = round.isOffered ? texts.insuranceOffered : "";
    const last = round.player.length > 2 ? round.player.at(-1) : undefined;
    return texts.youHave(last === undefined ? "" : texts.got(cardName(last)), mine, shown, offer);
  }
  const points = texts.netPoints(verdict.net);
  const lines = verdict.lines.length === 0 ? "" : ` ${verdict.lines.join(". ")}.`;
  return texts.haveDealer(verdict.title, mine, totalSaid(countHand(round.dealer)), points, lines);
}
