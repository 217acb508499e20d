import { type ReactNode, useEffect, useState } from "react";
import { useBalance } from "@/features/wallet/balance";
import { cx } from "@/ui/cx";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { AutoFields } from "./AutoFields";
import { type AutoWords, readPlan, type TypedPlan } from "./auto";
import { BetButton, type KeyHint } from "./BetButton";
import { BetField } from "./BetField";
import { BetMessages, useIsActive } from "./BetMessages";
import { BetPanel } from "./BetPanel";
import { type BetLimits, readBet } from "./bet";
import {
  type InstantRound,
  type InstantTable,
  modeOptions,
  type TableState,
} from "./instant-table";
import * as texts from "./texts/en";

type InstantControlsProps<Bet> = {
  table: InstantTable<Bet>;
  state: Pick<TableState<InstantRound>, "mode" | "betText" | "phase" | "isSlow" | "run" | "notice">;
  limits: BetLimits;
  words: AutoWords;
  isOpen: boolean;
  /** The bet of a stake in whole points; null while something else of it is missing. */
  betOf: (stake: number) => Bet | null;
  /** What one sets beside the stake. */
  parameters?: ReactNode;
  /** The most a win hands back at the typed bet, balance aside; null while it cannot be read. */
  returns: number | null;
  /** What a win returns; makes room on phones while auto runs. */
  preview: ReactNode;
  odds: ReactNode;
  /** What the button of a single round says. */
  label: string;
  /** Says what Space and Enter do. */
  keys: KeyHint;
  icon: ReactNode;
};

/** Everything one sets before a bet of an instant game with a typed stake, and the button that bets. */
export function InstantControls<Bet>(props: InstantControlsProps<Bet>) {
  const { table, state, limits, words, isOpen, betOf } = props;
  const { mode, betText, phase, isSlow, run, notice } = state;
  const balance = useBalance();
  const isActive = useIsActive();
  const [typedPlan, setTypedPlan] = useState<TypedPlan>({
    rounds: "10",
    stopAtProfit: "",
    stopAtLoss: "",
  });
  const reading = readBet(betText, limits, balance);
  const shownBet = readBet(betText, limits, Number.POSITIVE_INFINITY).bet;
  const plan = readPlan(typedPlan, words);
  const isEmpty = balance < limits.minBet;
  const bet = reading.bet === null ? null : betOf(reading.bet);
  const canBet = isOpen && isActive && bet !== null;
  const isAway = cx(run !== null && "max-lg:hidden");

  const submit = () => {
    if (run !== null) return table.stopAuto();
    if (!canBet) return;
    if (mode === "manual") void table.play(bet);
    else if (plan.plan !== null) void table.startAuto(bet, plan.plan);
  };

  // A game that was closed meanwhile takes no further bets.
  useEffect(() => {
    if (!isOpen) table.stopAuto();
  }, [isOpen, table]);

  return (
    <BetPanel
      onSubmit={submit}
      settings={
        <>
          <ToggleGroup
            label={texts.mode}
            options={modeOptions}
            value={mode}
            onValueChange={table.setMode}
          />
          <BetField
            text={betText}
            onTextChange={table.setBetText}
            limits={limits}
            balance={balance}
            problem={isEmpty ? null : reading.problem}
            disabled={run !== null}
          />
          {props.parameters}
          {mode === "auto" && (
            <div className={cx("flex flex-col gap-3 sm:gap-4", isAway)}>
              <AutoFields
                typed={typedPlan}
                problems={plan.problems}
                onChange={setTypedPlan}
                disabled={run !== null}
                words={words}
              />
            </div>
          )}
          <div className={isAway}>{props.preview}</div>
        </>
      }
      odds={props.odds}
      messages={
        <BetMessages
          isEmpty={isEmpty && run === null}
          notice={notice}
          win={{ bet: shownBet, returns: props.returns }}
        />
      }
      action={
        <BetButton
          mode={mode}
          run={run}
          words={words}
          label={props.label}
          keys={props.keys}
          icon={props.icon}
          disabled={!canBet || (mode === "auto" && (plan.plan === null || phase !== "idle"))}
          isSlow={isSlow}
        />
      }
    />
  );
}
