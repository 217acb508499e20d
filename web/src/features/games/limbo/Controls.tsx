import { ChevronsUp } from "lucide-react";
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
import { hundredthsText } from "../common/tables/reading";
import { payoutOnWin, readTarget } from "./model";
import { OddsCells } from "./OddsCells";
import { useLimboRules } from "./rules";
import { LIMBO_WORDS, limboTable, useLimboTable } from "./table";

/** Everything one sets before a roll, and the button that rolls. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = useLimboRules();
  const { mode, betText, targetText, phase, run, notice } = useLimboTable();
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
  const { target } = readTarget(targetText, rules);
  const plan = readPlan(typedPlan, LIMBO_WORDS);
  const isEmpty = balance < rules.minBet;
  const bet = reading.bet === null || target === null ? null : { bet: reading.bet, target };
  const canBet = isOpen && isActive && bet !== null;

  const submit = () => {
    if (run !== null) return limboTable.stopAuto();
    if (!canBet) return;
    if (mode === "manual") void limboTable.play(bet);
    else if (plan.plan !== null) void limboTable.startAuto(bet, plan.plan);
  };

  // A game that was closed meanwhile takes no further bets.
  useEffect(() => {
    if (!isOpen) limboTable.stopAuto();
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
            onValueChange={limboTable.setMode}
          />
          <BetField
            text={betText}
            onTextChange={limboTable.setBetText}
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
                words={LIMBO_WORDS}
              />
            </div>
          )}
          <div className={cx(run !== null && "max-lg:hidden")}>
            <ReturnPreview
              condition={
                target === null ? "Enter a target" : `${hundredthsText(target)}× or more wins`
              }
              bet={shownBet}
              returns={
                shownBet === null || target === null ? null : payoutOnWin({ bet: shownBet, target })
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
          words={LIMBO_WORDS}
          label="Roll"
          verb="rolls"
          icon={<ChevronsUp aria-hidden="true" className="size-5" />}
          disabled={!canBet || (mode === "auto" && (plan.plan === null || phase !== "idle"))}
        />
      }
    />
  );
}
