import { readBet } from "../common/bet";
import { chancePercent, percent } from "../common/fraction";
import { OddsCell, OddsGrid } from "../common/OddsGrid";
import { hundredthsText } from "../common/tables/reading";
import { readTarget } from "./model";
import { limboChance, limboReturn } from "./odds";
import { useLimboRules } from "./rules";
import { useLimboTable } from "./table";

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
      <OddsCell name="Win chance">
        {target === null ? "–" : `${chancePercent(limboChance(rules, target))}%`}
      </OddsCell>
      <OddsCell name="Average return">
        {target === null || bet === null
          ? "–"
          : `${percent(limboReturn(rules, { bet, target }), 2)}%`}
      </OddsCell>
      <OddsCell name="A win pays">{target === null ? "–" : `${hundredthsText(target)}×`}</OddsCell>
      <OddsCell name="Highest result">{hundredthsText(rules.maxTarget)}×</OddsCell>
    </OddsGrid>
  );
}
