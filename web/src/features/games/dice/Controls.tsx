import { Dices, Square } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMember } from "@/features/session/store";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Notice } from "@/ui/Notice";
import { formatPoints, Points } from "@/ui/Points";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { BetField } from "../common/BetField";
import { readBet } from "../common/bet";
import { AutoFields, type TypedPlan } from "./AutoFields";
import { type AutoRun, readPlan } from "./auto";
import { returnPreview, winChance, winCondition } from "./model";
import { OddsCells } from "./OddsCells";
import { useDiceRules } from "./rules";
import {
  type DiceNotice,
  type Mode,
  roll,
  setBetText,
  setMode,
  startAuto,
  stopAuto,
  useDiceTable,
} from "./table";
import { useBetKeys } from "./use-bet-keys";

const modes: readonly { value: Mode; label: string }[] = [
  { value: "manual", label: "Manual" },
  { value: "auto", label: "Auto" },
];

/** Everything one sets before a roll, and the button that rolls. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = useDiceRules();
  const { mode, betText, target, direction, phase, run, notice } = useDiceTable();
  const balance = useBalance();
  const isActive = useMember()?.isActive ?? true;
  const [typedPlan, setTypedPlan] = useState<TypedPlan>({
    rolls: "10",
    stopAtProfit: "",
    stopAtLoss: "",
  });
  const reading = readBet(betText, rules, balance);
  // What a win returns is stated for bets above the balance too.
  const shownBet = readBet(betText, rules, Number.POSITIVE_INFINITY).bet;
  const plan = readPlan(typedPlan);
  const isEmpty = balance < rules.minBet;
  const canBet = isOpen && isActive && reading.bet !== null;

  const submit = () => {
    if (run !== null) return stopAuto();
    if (!canBet || reading.bet === null) return;
    if (mode === "manual") void roll(reading.bet);
    else if (plan.plan !== null) void startAuto(reading.bet, plan.plan);
  };
  const button = useRef<HTMLButtonElement>(null);
  useBetKeys(button);

  // A game that was closed meanwhile takes no further bets.
  useEffect(() => {
    if (!isOpen) stopAuto();
  }, [isOpen]);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex h-full flex-col gap-3 sm:gap-4"
    >
      <ToggleGroup label="Mode" options={modes} value={mode} onValueChange={setMode} />
      <BetField
        text={betText}
        onTextChange={setBetText}
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
          />
        </div>
      )}
      <div className={cx(run !== null && "max-lg:hidden")}>
        <Preview
          bet={shownBet}
          chance={winChance(target, direction)}
          condition={winCondition(target, direction)}
        />
      </div>
      <OddsCells />
      <Messages isEmpty={isEmpty && isActive && run === null} isActive={isActive} notice={notice} />
      <div className="flex flex-col gap-2.5 lg:mt-auto">
        {run !== null && <RunProgress run={run} />}
        {run === null ? (
          <Button
            ref={button}
            type="submit"
            tone="gold"
            size="lg"
            icon={<Dices aria-hidden="true" className="size-5" />}
            disabled={!canBet || (mode === "auto" && (plan.plan === null || phase !== "idle"))}
            className="w-full"
          >
            {mode === "manual" ? "Roll dice" : "Start auto"}
          </Button>
        ) : (
          <Button
            ref={button}
            type="submit"
            size="lg"
            icon={<Square aria-hidden="true" className="size-4 fill-current" />}
            className="w-full"
          >
            Stop auto
          </Button>
        )}
        {(canBet || run !== null) && (
          <p className="text-center text-xs text-muted max-lg:hidden">
            <Key>Space</Key> or <Key>Enter</Key> {run === null ? "rolls" : "stops"}
          </p>
        )}
      </div>
    </form>
  );
}

/** Why no bet is possible, and what became of the last one. Below the button on small screens. */
function Messages({
  isEmpty,
  isActive,
  notice,
}: {
  isEmpty: boolean;
  isActive: boolean;
  notice: DiceNotice | null;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null) place.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [notice]);
  if (isActive && !isEmpty && notice === null) return null;
  return (
    <div ref={place} className="flex flex-col gap-3 max-lg:order-1">
      {!isActive && <Notice tone="error">Your account is inactive</Notice>}
      {isEmpty && (
        <Notice>You have no points to bet yet. They show up here the moment you get some.</Notice>
      )}
      {notice !== null && <Notice tone={notice.tone}>{notice.text}</Notice>}
    </div>
  );
}

/** What a win hands back, in whole points, before the bet is placed (games.md, section 1). */
function Preview({
  bet,
  chance,
  condition,
}: {
  bet: number | null;
  chance: number;
  condition: string;
}) {
  const { returnPercent } = useDiceRules();
  const preview = bet === null ? null : returnPreview(bet, chance, returnPercent);
  return (
    <div className="rounded-md border border-line bg-ink-900 px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-muted">A roll {condition} wins</span>
        {preview !== null && preview.profits && (
          <span className="text-sm font-semibold text-win">
            +{formatPoints(preview.returns - (bet ?? 0))}
          </span>
        )}
      </div>
      <p className="mt-0.5 text-base font-semibold">
        {preview === null ? (
          <span className="text-faint">Enter a bet to see what a win returns</span>
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            Returns <Points amount={preview.returns} />
            <span aria-hidden="true" className="text-gold-300">
              {preview.returns === 1 ? "point" : "points"}
            </span>
          </span>
        )}
      </p>
      {preview !== null && !preview.profits && (
        <p className="mt-0.5 text-sm text-muted">A win only returns your stake at this bet</p>
      )}
    </div>
  );
}

function RunProgress({ run }: { run: AutoRun }) {
  return (
    <div className="flex items-center justify-between text-sm">
      <span className="text-muted">
        Roll <span className="font-semibold text-text">{run.done}</span>
        {run.plan.rolls > 0 && ` of ${run.plan.rolls}`}
      </span>
      <span className={run.net >= 0 ? "text-win" : "text-loss"}>
        {run.net >= 0 ? "+" : "−"}
        {formatPoints(Math.abs(run.net))} this run
      </span>
    </div>
  );
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-[5px] border border-line-strong bg-ink-900 px-1.5 py-0.5 font-sans text-xs">
      {children}
    </kbd>
  );
}
