import type { ReactNode } from "react";
import { expectedReturn, fairMultiplier, paidMultiplier, winChance } from "./model";
import { useDiceTable } from "./table";

/** The exact odds of the bet as it stands (games.md, section 3). */
export function OddsCells() {
  const { target, direction, betText } = useDiceTable();
  const chance = winChance(target, direction);
  const bet = /^\d{1,3}$/.test(betText) ? Number(betText) : 0;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line max-lg:order-last">
      <Cell name="Win chance">{chance}%</Cell>
      <Cell name="Pays">{paidMultiplier(chance)}×</Cell>
      <Cell name="Fair would be">{fairMultiplier(chance)}×</Cell>
      <Cell name="Average return">
        {bet >= 1 && bet <= 100 ? `${expectedReturn(bet, chance)}%` : "–"}
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
