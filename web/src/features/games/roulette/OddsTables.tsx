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
      caption={texts.rouletteKindBet}
      head={["Bet", "Numbers", "Chance", "Pays", "Return"]}
      rows={rouletteKinds.map((kind) => ({
        key: kind,
        cells: [
          <span key={kind} className="capitalize">
            {kind}
          </span>,
          covered[kind],
          `${chancePercent(rouletteChance(kind))}%`,
          `${table.returns[kind]}×`,
          `${percent(rouletteReturn(table, kind), 2)}%`,
        ],
      }))}
    />
  );
}
