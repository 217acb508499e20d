import { ArrowDownToLine } from "lucide-react";
import { Slider } from "@/ui/Slider";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { readBet } from "../common/bet";
import { payoutAt } from "../common/checker/inputs";
import { InstantControls } from "../common/InstantControls";
import { ReturnPreview } from "../common/ReturnPreview";
import { multiplierText } from "./model";
import { OddsCells } from "./OddsCells";
import { boardOf } from "./odds";
import { type PlinkoRisk, ROWS_MAX, ROWS_MIN } from "./published-table";
import { usePlinkoRules } from "./rules";
import {
  isBoardFixed,
  landedProgress,
  PLINKO_WORDS,
  plinkoTable,
  setRisk,
  setRows,
  usePlinkoTable,
} from "./table";
import * as texts from "./texts/en";

const risks: readonly { value: PlinkoRisk; label: string }[] = [
  { value: "low", label: texts.risks.low },
  { value: "medium", label: texts.risks.medium },
  { value: "high", label: texts.risks.high },
];

/** Everything one sets before a ball, and the button that drops it. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = usePlinkoRules();
  const state = usePlinkoTable();
  const { betText, rows, risk } = state;
  const isFixed = isBoardFixed(state);
  // What a bucket returns is stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  const top = Math.max(...boardOf(rules, rows, risk));
  const returns = bet === null ? null : payoutAt(bet, top);
  return (
    <InstantControls
      table={plinkoTable}
      state={{ ...state, ...landedProgress(state) }}
      limits={rules}
      words={PLINKO_WORDS}
      isOpen={isOpen}
      betOf={(stake) => ({ bet: stake, rows, risk })}
      parameters={
        <>
          <div>
            <p aria-hidden="true" className="flex justify-between text-sm font-medium">
              {texts.rowsShown(<span className="font-semibold">{rows}</span>)}
            </p>
            <div className="px-3">
              <Slider
                label={texts.rows}
                value={rows}
                min={ROWS_MIN}
                max={ROWS_MAX}
                valueText={texts.rowCount(rows)}
                onValueChange={setRows}
                disabled={isFixed}
              />
            </div>
          </div>
          <ToggleGroup
            label={texts.risk}
            options={risks}
            value={risk}
            onValueChange={setRisk}
            disabled={isFixed}
          />
        </>
      }
      returns={returns}
      preview={
        <ReturnPreview
          condition={texts.winCondition(multiplierText(top))}
          bet={bet}
          returns={returns}
        />
      }
      odds={<OddsCells />}
      label={texts.dropBall}
      keys={texts.betKeys}
      icon={<ArrowDownToLine aria-hidden="true" className="size-5" />}
    />
  );
}
