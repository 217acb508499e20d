import { Dices } from "lucide-react";
import { useEffect, useState } from "react";
import { useBalance } from "@/features/wallet/balance";
import { cx } from "@/ui/cx";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { AutoFields } from "../common/AutoFields";
import { readPlan, type TypedPlan } from "../common/auto";
import { BetButton } from "../common/BetButton";
import { BetField } from "../common/BetField";
import { BetMessages, useIsActive } from "../common/BetMessages";
import { BetPanel } from "../common/BetPanel";
import { readBet } from "../common/bet";
import { modeOptions } from "../common/instant-table";
import { ReturnPreview } from "../common/ReturnPreview";
import { payoutOnWin, winChance, winCondition } from "./model";
import { OddsCells } from "./OddsCells";
import { useDiceRules } from "./rules";
import { DICE_WORDS, diceTable, useDiceTable } from "./table";

/** Everything one sets before a roll, and the button that rolls. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = useDiceRules();
  const { mode, betText, target, direction, phase, run, notice } = useDiceTable();
  const balance = useBalance();
  const isActive = useIsActive();
  const [typedPlan, setTypedPlan] = useState<TypedPlan>({
    rounds: "10",
    stopAtProfit: "",
    stopAtLoss: "",
  });
  const reading = readBet(betText, rules, balance);
  // What a win returns is stated for bets above the balance too.
  const shownBet = readBet(betText, rules, Number.POSITIVE_INFINITY).bet;
  const plan = readPlan(typedPlan, DICE_WORDS);
  const isEmpty = balance < rules.minBet;
  const canBet = isOpen && isActive && reading.bet !== null;
  const chance = winChance(target, direction);

  const submit = () => {
    if (run !== null) return diceTable.stopAuto();
    if (!canBet || reading.bet === null) return;
    if (mode === "manual") void diceTable.play(reading.bet);
    else if (plan.plan !== null) void diceTable.startAuto(reading.bet, plan.plan);
  };

  // A game that was closed meanwhile takes no further bets.
  useEffect(() => {
    if (!isOpen) diceTable.stopAuto();
  }, [isOpen]);

  return (
    <BetPanel
      onSubmit={submit}
      settings={
        <>
          <ToggleGroup
            label="Mode"
            options={modeOptions}
            value={mode}
            onValueChange={diceTable.setMode}
          />
          <BetField
            text={betText}
            onTextChange={diceTable.setBetText}
            limits={rules}
            balance={balance}
            problem={isEmpty ? null : reading.problem}
            disabled={run !== null}
          />
          {mode === "auto" && (
            <div className={cx("flex flex-col gap-3 sm:gap-4", run !== null && "max-lg:hidden")}>
              <AutoFields
                typed={typedPlan}
                problems={plan.problems}
                onChange={setTypedPlan}
                disabled={run !== null}
                words={DICE_WORDS}
              />
            </div>
          )}
          <div className={cx(run !== null && "max-lg:hidden")}>
            <ReturnPreview
              condition={`A roll ${winCondition(target, direction)} wins`}
              bet={shownBet}
              returns={
                shownBet === null ? null : payoutOnWin(shownBet, chance, rules.returnPercent)
              }
            />
          </div>
          <OddsCells />
        </>
      }
      messages={<BetMessages isEmpty={isEmpty && run === null} notice={notice} />}
      action={
        <BetButton
          mode={mode}
          run={run}
          words={DICE_WORDS}
          label="Roll dice"
          verb="rolls"
          icon={<Dices aria-hidden="true" className="size-5" />}
          disabled={!canBet || (mode === "auto" && (plan.plan === null || phase !== "idle"))}
        />
      }
    />
  );
}
