import { ChevronsUp } from "lucide-react";
import { readBet } from "../common/bet";
import { InstantControls } from "../common/InstantControls";
import { ReturnPreview } from "../common/ReturnPreview";
import { hundredthsText } from "../common/tables/reading";
import { payoutOnWin, readTarget } from "./model";
import { OddsCells } from "./OddsCells";
import { useLimboRules } from "./rules";
import { LIMBO_WORDS, limboTable, useLimboTable } from "./table";
import * as texts from "./texts/en";

/** Everything one sets before a roll, and the button that rolls. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = useLimboRules();
  const state = useLimboTable();
  // What a win returns is stated for bets above the balance too.
  const { bet } = readBet(state.betText, rules, Number.POSITIVE_INFINITY);
  const { target } = readTarget(state.targetText, rules);
  const returns = bet === null || target === null ? null : payoutOnWin({ bet, target });
  return (
    <InstantControls
      table={limboTable}
      state={state}
      limits={rules}
      words={LIMBO_WORDS}
      isOpen={isOpen}
      betOf={(stake) => (target === null ? null : { bet: stake, target })}
      returns={returns}
      preview={
        <ReturnPreview
          condition={
            target === null ? texts.enterTarget : texts.winCondition(hundredthsText(target))
          }
          bet={bet}
          returns={returns}
        />
      }
      odds={<OddsCells />}
      label={texts.roll}
      keys={texts.betKeys}
      icon={<ChevronsUp aria-hidden="true" className="size-5" />}
    />
  );
}
