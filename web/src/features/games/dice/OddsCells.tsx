import type { ReactNode } from "react";
import { readBet } from "../common/bet";
import { expectedReturn, fairMultiplier, paidMultiplier, winChance } from "./model";
import { useDiceRules } from "./rules";
import { useDiceTable } from "./table";

/** The exact odds of the bet as it stands (games.md, section 3). */
export function OddsCells() {
  const { target, direction, betText } = useDiceTable();
  const rules = useDiceRules();
  const { returnPercent } = rules;
  const chance = winChance(target, direction);
  // Odds are stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line max-lg:order-2">
      <Cell name="Win chance">{chance}%</Cell>
      <Cell name="Paid multiplier">{paidMultiplier(chance, returnPercent)}×</Cell>
      <Cell name="Fair multiplier">{fairMultiplier(chance)}×</Cell>
      <Cell name="Average return">
        {bet === null ? "–" : `${expectedReturn(bet, chance, returnPercent)}%`}
      </Cell>
    </dl>
  );
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="bg-ink-900 px-4 py-2.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-base font-semibold">{children}</dd>
    </div>
  );
}
