import { useState } from "react";
import { Slider } from "@/ui/Slider";
import { chancePercent, percent } from "../common/fraction";
import type { OddsProps } from "../common/game";
import { BetChoice, type ShownBet } from "../common/odds/bets";
import { Choice, OddsTable } from "../common/odds/OddsTable";
import { hundredthsText } from "../common/tables/reading";
import { minesCap, minesMultiplier, minesReturn, minesSurvival, nextSurvival } from "./odds";
import { readMinesTable } from "./published-table";
import * as texts from "./texts/odds.en";

export default function OddsTables({ raw }: OddsProps) {
  const table = readMinesTable(raw);
  const [bet, setBet] = useState<ShownBet>("100");
  const [mines, setMines] = useState(3);
  const cap = minesCap(table, mines);
  const gems = Array.from({ length: table.tiles - mines }, (_, index) => index + 1);
  const firstAtCap = gems.find((count) => minesMultiplier(table, mines, count) >= cap);
  return (
    <div className="flex flex-col gap-6">
      <BetChoice value={bet} onValueChange={setBet} />
      <Choice name={texts.minesChosen(mines)}>
        <Slider
          label={texts.mines}
          value={mines}
          min={1}
          max={table.tiles - 1}
          onValueChange={setMines}
        />
      </Choice>
      <OddsTable
        caption={texts.tableCaption(mines, bet)}
        head={[texts.gems, texts.nextPick, texts.chance, texts.pays, texts.averageReturn]}
        rows={gems.map((count) => {
          const back = minesReturn(table, { bet: Number(bet), mines, gems: count });
          return {
            key: count,
            isMarked: count === firstAtCap,
            cells: [
              count,
              `${percent(nextSurvival(table, mines, count - 1), 1)}%`,
              `${chancePercent(minesSurvival(table, mines, count))}%`,
              `${hundredthsText(minesMultiplier(table, mines, count))}×`,
              `${percent(back, 2)}%`,
            ],
          };
        })}
      />
      <p className="text-sm text-muted">
        {texts.cap(mines, hundredthsText(cap), firstAtCap)}{" "}
        {table.turnMaxPpm === 0
          ? texts.turnRuleOff
          : texts.turnRuleOn(percent({ part: BigInt(table.turnMaxPpm), of: 1_000_000n }, 2))}
      </p>
    </div>
  );
}
