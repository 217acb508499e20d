import { readBet } from "../common/bet";
import { chancePercent, percent } from "../common/fraction";
import { OddsCell, OddsGrid } from "../common/OddsGrid";
import { fraction, oneIn, plus } from "../common/odds/exact";
import { multiplierText, payoutSteps } from "./model";
import { kenoChance, kenoReturn, kenoRow } from "./odds";
import { useKenoRules } from "./rules";
import { useKenoTable } from "./table";
import * as texts from "./texts/en";

/** The exact odds of the bet as it stands (docs/games.md, section 6). */
export function OddsCells() {
  const rules = useKenoRules();
  const { picks, risk, betText } = useKenoTable();
  // Odds are stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  const count = picks.length;
  const row = kenoRow(rules, risk, count);
  const profit = payoutSteps(row)
    .filter(({ multiplier }) => bet !== null && Math.floor((bet * multiplier) / 100) > bet)
    .map(({ hits }) => kenoChance(rules, count, hits))
    .reduce(plus, fraction(0, 1));
  return (
    <OddsGrid>
      <OddsCell name={texts.averageReturn}>
        {bet === null || count === 0
          ? "–"
          : `${percent(kenoReturn(rules, { bet, risk, picks: count }), 2)}%`}
      </OddsCell>
      <OddsCell name={texts.profitChance}>
        {bet === null || count === 0 ? "–" : `${chancePercent(profit)}%`}
      </OddsCell>
      <OddsCell name={texts.topPrize}>
        {count === 0 ? "–" : multiplierText(Math.max(0, ...row))}
      </OddsCell>
      <OddsCell name={texts.topPrizeChance}>
        <span className="text-xs leading-6 whitespace-nowrap">
          {count === 0 ? "–" : oneIn(kenoChance(rules, count, count))}
        </span>
      </OddsCell>
    </OddsGrid>
  );
}
