import { readBet } from "../common/bet";
import { OddsCell, OddsGrid } from "../common/OddsGrid";
import { expectedReturn, fairMultiplier, paidMultiplier, winChance } from "./model";
import { useDiceRules } from "./rules";
import { useDiceTable } from "./table";
import * as texts from "./texts/en";

/** The exact odds of the bet as it stands (docs/games.md, section 3). */
export function OddsCells() {
  const { target, direction, betText } = useDiceTable();
  const rules = useDiceRules();
  const { returnPercent } = rules;
  const chance = winChance(target, direction);
  // Odds are stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  return (
    <OddsGrid>
      <OddsCell name={texts.winChance}>{chance}%</OddsCell>
      <OddsCell name={texts.paidMultiplier}>{paidMultiplier(chance, returnPercent)}×</OddsCell>
      <OddsCell name={texts.fairMultiplier}>{fairMultiplier(chance)}×</OddsCell>
      <OddsCell name={texts.averageReturn}>
        {bet === null ? "–" : `${expectedReturn(bet, chance, returnPercent)}%`}
      </OddsCell>
    </OddsGrid>
  );
}
