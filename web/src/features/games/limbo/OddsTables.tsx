import { useState } from "react";
import { formatNumber } from "@/ui/format/numbers";
import { ExactField } from "../common/fairness/fields";
import { chancePercent, percent } from "../common/fraction";
import type { OddsProps } from "../common/game";
import { BetChoice, type ShownBet } from "../common/odds/bets";
import { oneIn } from "../common/odds/exact";
import { OddsTable } from "../common/odds/OddsTable";
import { hundredthsIn, hundredthsText } from "../common/tables/reading";
import { limboChance, limboReturn } from "./odds";
import { readLimboTable } from "./published-table";
import * as texts from "./texts/odds.en";

const targets = [
  101, 110, 120, 150, 199, 200, 300, 500, 1_000, 2_000, 5_000, 10_000, 25_000, 50_000, 100_000,
  150_000,
];

export default function OddsTables({ raw }: OddsProps) {
  const table = readLimboTable(raw);
  const [bet, setBet] = useState<ShownBet>("100");
  const [typed, setTyped] = useState("4.20");
  const own = hundredthsIn(typed.trim());
  const isTarget = own !== null && own >= 101 && own <= table.maxTarget;
  const shown = targets.filter((target) => target <= table.maxTarget && target !== own);
  const all = isTarget ? [...shown, own].toSorted((left, right) => left - right) : shown;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start gap-x-10 gap-y-5">
        <BetChoice value={bet} onValueChange={setBet} />
        <div className="w-40">
          <ExactField
            label={texts.anyTarget}
            value={typed}
            onValueChange={setTyped}
            error={isTarget ? undefined : texts.targetRange(hundredthsText(table.maxTarget))}
          />
        </div>
      </div>
      <OddsTable
        caption={texts.tableCaption(bet, table.preset)}
        head={[texts.target, texts.chance, texts.about, texts.averageReturn]}
        rows={all.map((target) => {
          const chance = limboChance(table, target);
          const back = limboReturn(table, { bet: Number(bet), target });
          return {
            key: target,
            isMarked: target === own,
            cells: [
              `${hundredthsText(target)}×`,
              `${chancePercent(chance)}%`,
              oneIn(chance),
              `${percent(back, 2)}%`,
            ],
          };
        })}
      />
      {table.preset === "classic" && <Bands table={table} />}
    </div>
  );
}

function Bands({ table }: { table: ReturnType<typeof readLimboTable> }) {
  return (
    <OddsTable
      caption={texts.bandsCaption}
      head={[texts.band, texts.weight]}
      rows={table.classic.bands.map(({ weight, lo, hi }) => ({
        key: lo,
        cells: [texts.range(hundredthsText(lo), hundredthsText(hi)), formatNumber(weight)],
      }))}
    />
  );
}
