import { useState } from "react";
import { chancePercent, percent } from "../common/fraction";
import { GamePicker } from "../common/GamePicker";
import type { OddsProps } from "../common/game";
import { BetChoice, type ShownBet } from "../common/odds/bets";
import { oneIn } from "../common/odds/exact";
import { Choice, OddsTable } from "../common/odds/OddsTable";
import { hundredthsText } from "../common/tables/reading";
import { kenoChance, kenoReturn, kenoRow } from "./odds";
import { type KenoRisk, kenoRisks, readKenoTable } from "./published-table";
import * as texts from "./texts/odds.en";

const risks = kenoRisks.map((risk) => ({
  value: risk,
  label: texts.risks[risk],
}));

export default function OddsTables({ raw }: OddsProps) {
  const table = readKenoTable(raw);
  const [bet, setBet] = useState<ShownBet>("10");
  const [risk, setRisk] = useState<KenoRisk>("medium");
  const [picks, setPicks] = useState("5");
  const counts = table.table[risk].map((_, index) => index + 1);
  const count = Number(picks);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap gap-x-10 gap-y-5">
        <BetChoice value={bet} onValueChange={setBet} />
        <Choice name={texts.risk}>
          <GamePicker label={texts.risk} options={risks} value={risk} onValueChange={setRisk} />
        </Choice>
      </div>
      <Choice name={texts.picks}>
        <GamePicker
          label={texts.picks}
          options={counts.map((pick) => ({ value: String(pick), label: String(pick) }))}
          value={picks}
          onValueChange={setPicks}
        />
      </Choice>
      <OddsTable
        caption={texts.tableCaption(risk, count)}
        head={[texts.hits, texts.chance, texts.about, texts.pays]}
        rows={kenoRow(table, risk, count).map((multiplier, hits) => {
          const chance = kenoChance(table, count, hits);
          return {
            key: hits,
            cells: [
              hits,
              `${chancePercent(chance)}%`,
              oneIn(chance),
              multiplier === 0 ? "–" : `${hundredthsText(multiplier)}×`,
            ],
          };
        })}
      />
      <OddsTable
        caption={texts.returnsCaption(bet)}
        head={[texts.averageReturn, ...risks.map(({ label }) => label)]}
        rows={counts.map((pick) => ({
          key: pick,
          isMarked: pick === count,
          cells: [
            texts.pickCount(pick),
            ...kenoRisks.map((name) => {
              const back = kenoReturn(table, { bet: Number(bet), risk: name, picks: pick });
              return `${percent(back, 2)}%`;
            }),
          ],
        }))}
      />
    </div>
  );
}
