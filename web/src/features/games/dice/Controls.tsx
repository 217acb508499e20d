import { Dices } from "lucide-react";
import { readBet } from "../common/bet";
import { InstantControls } from "../common/InstantControls";
import { ReturnPreview } from "../common/ReturnPreview";
import { payoutOnWin, winChance } from "./model";
import { OddsCells } from "./OddsCells";
import { useDiceRules } from "./rules";
import { DICE_WORDS, diceTable, useDiceTable } from "./table";
import * as texts from "./texts/en";

/** Everything one sets before a roll, and the button that rolls. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = useDiceRules();
  const state = useDiceTable();
  const { betText, target, direction } = state;
  // What a win returns is stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  const chance = winChance(target, direction);
  const returns = bet === null ? null : payoutOnWin(bet, chance, rules.returnPercent);
  return (
    <InstantControls
      table={diceTable}
      state={state}
      limits={rules}
      words={DICE_WORDS}
      isOpen={isOpen}
      betOf={(stake) => stake}
      returns={returns}
      preview={
        <ReturnPreview
          condition={texts.winCondition(direction, target)}
          bet={bet}
          returns={returns}
        />
      }
      odds={<OddsCells />}
      label={texts.rollDice}
      keys={texts.betKeys}
      icon={<Dices aria-hidden="true" className="size-5" />}
    />
  );
}
