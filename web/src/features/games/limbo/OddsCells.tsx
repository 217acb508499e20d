import { readBet } from "../common/bet";
import { chancePercent, percent } from "../common/fraction";
import { OddsCell, OddsGrid } from "../common/OddsGrid";
import { hundredthsText } from "../common/tables/reading";
import { readTarget } from "./model";
import { limboChance, limboReturn } from "./odds";
import { useLimboRules } from "./rules";
import { useLimboTable } from "./table";
import * as texts from "./texts/en";

/** The exact odds of the bet as it stands (docs/games.md, section 4). */
export function OddsCells() {
  const targetText = useLimboTable((table) => table.targetText);
  const betText = useLimboTable((table) => table.betText);
  const rules = useLimboRules();
  const { target } = readTarget(targetText, rules);
  // Odds are stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  return (
    <OddsGrid>
      <OddsCell name={texts.winChance}>
        {target === null ? "–" : `${chancePercent(limboChance(rules, target))}%`}
      </OddsCell>
      <OddsCell name={texts.averageReturn}>
        {target === null || bet === null
          ? "–"
          : `${percent(limboReturn(rules, { bet, target }), 2)}%`}
      </OddsCell>
      <OddsCell name={texts.winPays}>
        {target === null ? "–" : `${hundredthsText(target)}×`}
      </OddsCell>
      <OddsCell name={texts.highestResult}>{hundredthsText(rules.maxTarget)}×</OddsCell>
    </OddsGrid>
  );
}
