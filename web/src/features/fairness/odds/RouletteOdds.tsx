import { chancePercent, percent } from "@/features/games/common/fraction";
import { covered, rouletteChance, rouletteReturn } from "@/features/games/common/odds/roulette";
import { readRouletteTable, rouletteKinds } from "@/features/games/common/tables/roulette";
import { OddsTable } from "./OddsTable";

export function RouletteOdds({ raw }: { raw: unknown }) {
  const table = readRouletteTable(raw);
  return (
    <OddsTable
      caption="Roulette by kind of bet"
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
