import { useState } from "react";
import { chancePercent, percent } from "../common/fraction";
import { GamePicker } from "../common/GamePicker";
import type { OddsProps } from "../common/game";
import { oneIn } from "../common/odds/exact";
import { Choice, OddsTable } from "../common/odds/OddsTable";
import { hundredthsText } from "../common/tables/reading";
import { boardOf, bucketChance, plinkoReturn } from "./odds";
import { type PlinkoRisk, plinkoRisks, readPlinkoTable, rowCounts } from "./published-table";
import * as texts from "./texts/odds.en";

const risks = plinkoRisks.map((risk) => ({
  value: risk,
  label: texts.risks[risk],
}));
const rowChoices = rowCounts.map((count) => ({ value: String(count), label: String(count) }));

export default function Odds({ raw }: OddsProps) {
  const table = readPlinkoTable(raw);
  const [typedBet, setBet] = useState(String(table.minBet));
  const [risk, setRisk] = useState<PlinkoRisk>("medium");
  const [typedRows, setRows] = useState("12");
  const bet = Number(typedBet);
  const rows = Number(typedRows);
  const bets = [...new Set([table.minBet, table.maxBet])].map(String);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap gap-x-10 gap-y-5">
        <Choice name={texts.bet}>
          <GamePicker
            label={texts.bet}
            options={bets.map((value) => ({ value, label: value }))}
            value={typedBet}
            onValueChange={setBet}
          />
        </Choice>
        <Choice name={texts.risk}>
          <GamePicker label={texts.risk} options={risks} value={risk} onValueChange={setRisk} />
        </Choice>
      </div>
      <Choice name={texts.rows}>
        <GamePicker
          label={texts.rows}
          options={rowChoices}
          value={typedRows}
          onValueChange={setRows}
        />
      </Choice>
      <OddsTable
        caption={texts.tableCaption(rows, risk)}
        head={[texts.bucket, texts.chance, texts.about, texts.pays]}
        rows={boardOf(table, rows, risk).map((multiplier, bucket) => {
          const chance = bucketChance(rows, bucket);
          return {
            key: bucket,
            cells: [
              bucket + 1,
              `${chancePercent(chance)}%`,
              oneIn(chance),
              `${hundredthsText(multiplier)}×`,
            ],
          };
        })}
      />
      <OddsTable
        caption={texts.returnsCaption(bet)}
        head={[texts.averageReturn, ...risks.map(({ label }) => label)]}
        rows={rowCounts.map((count) => ({
          key: count,
          isMarked: count === rows,
          cells: [
            texts.rowCount(count),
            ...plinkoRisks.map(
              (name) => `${percent(plinkoReturn(table, { bet, rows: count, risk: name }), 3)}%`,
            ),
          ],
        }))}
      />
    </div>
  );
}
