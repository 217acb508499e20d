import { useState } from "react";
import { Slider } from "@/ui/Slider";
import { Disclosure } from "../common/fairness/Disclosure";
import { percent } from "../common/fraction";
import type { OddsProps } from "../common/game";
import { BetChoice, type ShownBet } from "../common/odds/bets";
import { cutTo, fraction } from "../common/odds/exact";
import { Choice, Figures, OddsTable } from "../common/odds/OddsTable";
import { dicePayout, diceReturn } from "./odds";
import { readDiceTable } from "./published-table";
import * as texts from "./texts/odds.en";

const chances = Array.from({ length: 99 }, (_, index) => index + 1);

export default function OddsTables({ raw }: OddsProps) {
  const table = readDiceTable(raw);
  const [bet, setBet] = useState<ShownBet>("10");
  const [chance, setChance] = useState(50);
  const returnAt = (percentage: number) =>
    diceReturn(table, { bet: Number(bet), chance: percentage });
  const multiplier = (percentage: number) =>
    `${cutTo(fraction(table.returnPercent, percentage), 4)}×`;
  return (
    <div className="flex flex-col gap-7">
      <BetChoice value={bet} onValueChange={setBet} />
      <Choice name={texts.chanceToWin}>
        <Slider
          label={texts.chanceSlider}
          value={chance}
          min={1}
          max={99}
          onValueChange={setChance}
        />
      </Choice>
      <Figures
        items={[
          { name: texts.chance, value: `${chance}%` },
          { name: texts.multiplier, value: multiplier(chance) },
          { name: texts.winReturns, value: dicePayout(table, Number(bet), chance) },
          { name: texts.averageReturn, value: `${percent(returnAt(chance), 2)}%` },
        ]}
      />
      <Curve points={chances.map((place) => Number(percent(returnAt(place), 2)))} at={chance} />
      <Disclosure title={texts.allChances}>
        <OddsTable
          caption={texts.tableCaption(bet)}
          head={[texts.chance, texts.multiplier, texts.winReturns, texts.averageReturn]}
          rows={chances.map((place) => ({
            key: place,
            isMarked: place === chance,
            cells: [
              `${place}%`,
              multiplier(place),
              dicePayout(table, Number(bet), place),
              `${percent(returnAt(place), 2)}%`,
            ],
          }))}
        />
      </Disclosure>
    </div>
  );
}

/** The return over all chances; the steps are the fractions of a point that are dropped. */
function Curve({ points, at }: { points: readonly number[]; at: number }) {
  const lowest = Math.floor(Math.min(...points) / 10) * 10;
  const place = (value: number) => 100 - ((value - lowest) / (100 - lowest)) * 100;
  const path = points
    .map((value, index) => `${index === 0 ? "M" : "L"}${index + 1} ${place(value).toFixed(2)}`)
    .join("");
  return (
    <figure>
      <div className="relative">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-40 w-full overflow-visible"
        >
          <path
            d="M0 0H100M0 50H100M0 100H100"
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={`M${at} 0V100`}
            className="stroke-muted"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={path}
            fill="none"
            className="stroke-win"
            strokeWidth="1.75"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span className="absolute -top-5 right-0 text-xs text-faint">100%</span>
        <span className="absolute right-0 -bottom-5 text-xs text-faint">{lowest}%</span>
      </div>
      <figcaption className="mt-6 text-sm text-muted">{texts.curveCaption}</figcaption>
    </figure>
  );
}
