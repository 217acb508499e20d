import { readBet } from "../common/bet";
import { payoutAt } from "../common/checker/inputs";
import { chancePercent, percent } from "../common/fraction";
import { OddsCell, OddsGrid } from "../common/OddsGrid";
import { fraction, oneIn, plus } from "../common/odds/exact";
import { multiplierText } from "./model";
import { boardOf, bucketChance, plinkoReturn } from "./odds";
import { usePlinkoRules } from "./rules";
import { usePlinkoTable } from "./table";
import * as texts from "./texts/en";

/** The exact odds of the chosen bet and board (docs/games.md, section 14). */
export function OddsCells() {
  const rules = usePlinkoRules();
  const { betText, rows, risk } = usePlinkoTable();
  // Odds are stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  const board = boardOf(rules, rows, risk);
  const top = Math.max(...board);
  const chanceOf = (counts: (multiplier: number) => boolean) =>
    board
      .flatMap((multiplier, bucket) => (counts(multiplier) ? [bucketChance(rows, bucket)] : []))
      .reduce(plus, fraction(0, 1));
  return (
    <OddsGrid>
      <OddsCell name={texts.averageReturn}>
        {bet === null ? "–" : `${percent(plinkoReturn(rules, { bet, rows, risk }), 3)}%`}
      </OddsCell>
      <OddsCell name={texts.profitChance}>
        {bet === null
          ? "–"
          : `${chancePercent(chanceOf((multiplier) => payoutAt(bet, multiplier) > bet))}%`}
      </OddsCell>
      <OddsCell name={texts.topPrize}>{multiplierText(top)}</OddsCell>
      <OddsCell name={texts.topPrizeChance}>
        <span className="text-xs leading-6 whitespace-nowrap">
          {oneIn(chanceOf((multiplier) => multiplier === top))}
        </span>
      </OddsCell>
    </OddsGrid>
  );
}
