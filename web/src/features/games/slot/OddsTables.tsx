import { chancePercent, percent } from "../common/fraction";
import type { OddsProps } from "../common/game";
import { cutTo, fraction } from "../common/odds/exact";
import { Figures, OddsTable } from "../common/odds/OddsTable";
import { hundredthsText } from "../common/tables/reading";
import { SLOT_WEIGHTS, slotChanceBetween, slotReturn, slotWinChance, tierMean } from "./odds";
import { readSlotTable } from "./published-table";
import * as texts from "./texts/odds.en";

const labels: readonly [label: string, from: number, below: number][] = [
  [texts.niceWin, 500, 1_000],
  [texts.greatWin, 1_000, 2_000],
  [texts.bigWin, 2_000, 5_000],
  [texts.megaWin, 5_000, Number.MAX_SAFE_INTEGER],
];

export default function OddsTables({ raw }: OddsProps) {
  const table = readSlotTable(raw);
  const tiers = table[table.preset];
  return (
    <div className="flex flex-col gap-8">
      <Figures
        items={[
          { name: texts.spinsThatWin, value: `${chancePercent(slotWinChance(table))}%` },
          { name: texts.preset, value: texts.presets[table.preset] },
        ]}
      />
      <OddsTable
        caption={texts.bonesCaption}
        head={[texts.bones, texts.addUpTo, texts.mean, texts.chance]}
        rows={tiers.tiers.map((tier) => ({
          key: tier.bones,
          cells: [
            tier.bones,
            texts.range(hundredthsText(tier.lo), hundredthsText(tier.hi)),
            `${cutTo(tierMean(tier, tiers.draw), 3)}×`,
            `${chancePercent(fraction(tier.weight, SLOT_WEIGHTS))}%`,
          ],
        }))}
      />
      <div className="grid gap-8 md:grid-cols-2">
        <OddsTable
          caption={texts.returnsCaption}
          head={[texts.bet, texts.averageReturn]}
          rows={table.betSteps.map((bet) => ({
            key: bet,
            cells: [bet, `${percent(slotReturn(table, bet), 2)}%`],
          }))}
        />
        <OddsTable
          caption={texts.winsCaption}
          head={[texts.win, texts.chance]}
          rows={labels.map(([label, from, below]) => ({
            key: label,
            cells: [label, `${chancePercent(slotChanceBetween(table, from, below))}%`],
          }))}
        />
      </div>
      <p className="text-sm text-muted">{texts.bonesPay}</p>
    </div>
  );
}
