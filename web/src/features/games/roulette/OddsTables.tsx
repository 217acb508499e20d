import { chancePercent, percent } from "../common/fraction";
import type { OddsProps } from "../common/game";
import { OddsTable } from "../common/odds/OddsTable";
import { covered, rouletteChance, rouletteReturn } from "./odds";
import { readRouletteTable, rouletteKinds } from "./published-table";
import * as texts from "./texts/odds.en";

export default function OddsTables({ raw }: OddsProps) {
  const table = readRouletteTable(raw);
  return (
    <OddsTable
      caption={texts.tableCaption}
      head={[texts.bet, texts.numbers, texts.chance, texts.pays, texts.averageReturn]}
      rows={rouletteKinds.map((kind) => ({
        key: kind,
        cells: [
          texts.kinds[kind],
          covered[kind],
          `${chancePercent(rouletteChance(kind))}%`,
          `${table.returns[kind]}×`,
          `${percent(rouletteReturn(table, kind), 2)}%`,
        ],
      }))}
    />
  );
}
