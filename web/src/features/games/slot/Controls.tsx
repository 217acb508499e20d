import { Repeat, Zap } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { toggleMuted } from "@/data/mute";
import { useBalance } from "@/features/wallet/balance";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { AutoFields } from "../common/AutoFields";
import { type AutoRun, type PlanProblems, readPlan, type TypedPlan } from "../common/auto";
import { BetMessages, useIsActive } from "../common/BetMessages";
import { Key } from "../common/Key";
import { useGameKeys } from "../common/use-game-keys";
import { BetStepper } from "./BetStepper";
import { keepFocus } from "./keep-focus";
import { Odds } from "./Odds";
import { useSlotRules } from "./rules";
import { type SpinAction, SpinButton } from "./SpinButton";
import { SLOT_WORDS, slotTable, useSlotTable } from "./table";
import * as texts from "./texts/en";

/** Bet, spin, turbo and auto, and the odds of the bet. */
export function Controls({ isOpen, isReady }: { isOpen: boolean; isReady: boolean }) {
  const rules = useSlotRules();
  const { mode, betText, phase, isSlow, run, notice, turbo } = useSlotTable();
  const balance = useBalance();
  const isActive = useIsActive();
  const [typedPlan, setTypedPlan] = useState<TypedPlan>(unlimited);
  const bet = Number(betText);
  const plan = readPlan(typedPlan, SLOT_WORDS);
  const isEmpty = balance < (rules.betSteps[0] ?? 1);
  const canBet = isOpen && isReady && isActive && bet <= balance;
  const action = actionOf(run !== null, phase !== "idle", mode === "auto");

  const submit = () => {
    if (action === "stop") return slotTable.stopAuto();
    if (action === "skip") return slotTable.skip();
    if (!canBet) return;
    if (action === "spin") void slotTable.play(bet);
    else if (plan.plan !== null) void slotTable.startAuto(bet, plan.plan);
  };
  useGameKeys({ t: slotTable.toggleTurbo, a: toggleAuto, m: toggleMuted });

  // A game that was closed or broke meanwhile takes no further bets.
  useEffect(() => {
    if (!isOpen) slotTable.stopAuto();
  }, [isOpen]);

  const isOff =
    action === "spin" ? !canBet : action === "start" ? !canBet || plan.plan === null : false;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-4"
    >
      <div className="grid grid-cols-1 items-center gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <div className="order-2 mx-auto w-full max-w-sm lg:order-1 lg:mx-0 lg:max-w-72">
          <BetStepper
            bet={bet}
            steps={rules.betSteps}
            balance={balance}
            disabled={run !== null}
            list={isReady ? "ready" : "loading"}
            onBetChange={(step) => slotTable.setBetText(String(step))}
          />
        </div>
        <div className="order-1 flex items-center justify-center gap-6 lg:order-2">
          <Switch
            name={texts.turbo}
            hint={texts.turboHint}
            isOn={turbo}
            onToggle={slotTable.toggleTurbo}
            icon={<Zap aria-hidden="true" className={cx("size-5", turbo && "fill-current")} />}
          />
          <SpinButton action={action} disabled={isOff} isSlow={isSlow} />
          <Switch
            name={texts.auto}
            hint={texts.autoHint}
            isOn={mode === "auto"}
            onToggle={toggleAuto}
            icon={<Repeat aria-hidden="true" className="size-5" />}
          />
        </div>
        {mode === "auto" && (
          <div className="order-3 lg:order-4 lg:col-span-3">
            {run !== null ? (
              <RunLine run={run} />
            ) : (
              <AutoPlanFields typed={typedPlan} problems={plan.problems} onChange={setTypedPlan} />
            )}
          </div>
        )}
        <div className="order-4 lg:order-3">
          <Odds bet={bet} rules={rules} />
        </div>
      </div>
      <BetMessages
        isEmpty={isEmpty && run === null}
        notice={notice}
        className="mx-auto w-full max-w-xl"
      />
      <p className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2 text-xs text-muted max-lg:hidden">
        <span>{texts.spinKeys(keyNamed)}</span>
        <span>{texts.turboKey(keyNamed)}</span>
        <span>{texts.autoKey(keyNamed)}</span>
        <span>{texts.soundKey(keyNamed)}</span>
      </p>
    </form>
  );
}

const keyNamed = (name: string) => <Key>{name}</Key>;

const unlimited: TypedPlan = { rounds: "10", stopAtProfit: "", stopAtLoss: "" };

function actionOf(isRunning: boolean, isSpinning: boolean, isAuto: boolean): SpinAction {
  if (isRunning) return "stop";
  if (isSpinning) return "skip";
  return isAuto ? "start" : "spin";
}

/** Leaving auto ends a run. */
function toggleAuto(): void {
  slotTable.setMode(useSlotTable.getState().mode === "auto" ? "manual" : "auto");
}

type SwitchProps = {
  name: string;
  hint: string;
  isOn: boolean;
  onToggle: () => void;
  icon: ReactNode;
};

function Switch({ name, hint, isOn, onToggle, icon }: SwitchProps) {
  return (
    <button
      type="button"
      title={hint}
      aria-pressed={isOn}
      onMouseDown={keepFocus}
      onClick={onToggle}
      className={cx(
        "flex size-16 flex-col items-center justify-center gap-1 rounded-full border text-xs font-semibold transition-colors",
        isOn
          ? "border-gold-500/60 bg-gold-500/12 text-gold-300"
          : "border-line bg-ink-800 text-muted hover:border-line-strong hover:text-text",
      )}
    >
      {icon}
      {name}
    </button>
  );
}

type AutoPlanFieldsProps = {
  typed: TypedPlan;
  problems: PlanProblems | null;
  onChange: (typed: TypedPlan) => void;
};

function AutoPlanFields(props: AutoPlanFieldsProps) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3 animate-rise">
      <AutoFields {...props} disabled={false} words={SLOT_WORDS} />
    </div>
  );
}

function RunLine({ run }: { run: AutoRun }) {
  return (
    <p className="flex items-center justify-center gap-4 text-sm">
      <span className="text-muted">
        {SLOT_WORDS.progress(
          <span className="font-semibold text-text">{run.done}</span>,
          run.plan.rounds,
        )}
      </span>
      <span className={run.net >= 0 ? "text-win" : "text-loss"}>
        {texts.netThisRun(`${run.net >= 0 ? "+" : "−"}${formatPoints(Math.abs(run.net))}`)}
      </span>
    </p>
  );
}
