import { Play } from "lucide-react";
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
import { kenoRow } from "../common/odds/keno";
import { ReturnPreview } from "../common/ReturnPreview";
import type { KenoRisk } from "../common/tables/keno";
import { OddsCells } from "./OddsCells";
import { useKenoRules } from "./rules";
import { KENO_WORDS, kenoTable, setRisk, useKenoTable } from "./table";

const risks: readonly { value: KenoRisk; label: string }[] = [
  { value: "low", label: "Low" },
  { value: "medium", label: "Medium" },
  { value: "high", label: "High" },
];

/** Everything one sets before a draw, and the button that draws. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = useKenoRules();
  const { mode, betText, risk, picks, phase, run, notice } = useKenoTable();
  const balance = useBalance();
  const isActive = useIsActive();
  const [typedPlan, setTypedPlan] = useState<TypedPlan>({
    rounds: "10",
    stopAtProfit: "",
    stopAtLoss: "",
  });
  const reading = readBet(betText, rules, balance);
  const plan = readPlan(typedPlan, KENO_WORDS);
  const isEmpty = balance < rules.minBet;
  const canBet = isOpen && isActive && reading.bet !== null && picks.length > 0;

  const submit = () => {
    if (run !== null) return kenoTable.stopAuto();
    if (!canBet || reading.bet === null) return;
    const bet = { bet: reading.bet, risk, picks };
    if (mode === "manual") void kenoTable.play(bet);
    else if (plan.plan !== null) void kenoTable.startAuto(bet, plan.plan);
  };

  // A game that was closed meanwhile takes no further bets.
  useEffect(() => {
    if (!isOpen) kenoTable.stopAuto();
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
            onValueChange={kenoTable.setMode}
          />
          <BetField
            text={betText}
            onTextChange={kenoTable.setBetText}
            limits={rules}
            balance={balance}
            problem={isEmpty ? null : reading.problem}
            disabled={run !== null}
          />
          <ToggleGroup
            label="Risk"
            options={risks}
            value={risk}
            onValueChange={setRisk}
            disabled={phase !== "idle" || run !== null}
          />
          {mode === "auto" && (
            <div className={cx("flex flex-col gap-3 sm:gap-4", run !== null && "max-lg:hidden")}>
              <AutoFields
                typed={typedPlan}
                problems={plan.problems}
                onChange={setTypedPlan}
                disabled={run !== null}
                words={KENO_WORDS}
              />
            </div>
          )}
          <TopPrize />
          <OddsCells />
        </>
      }
      messages={<BetMessages isEmpty={isEmpty && run === null} notice={notice} />}
      action={
        <BetButton
          mode={mode}
          run={run}
          words={KENO_WORDS}
          label={picks.length === 0 ? "Pick a number first" : "Play"}
          verb="plays"
          icon={<Play aria-hidden="true" className="size-4.5 fill-current" />}
          disabled={!canBet || (mode === "auto" && (plan.plan === null || phase !== "idle"))}
        />
      }
    />
  );
}

/** What the best draw hands back, and which hits return no more than the stake. */
function TopPrize() {
  const rules = useKenoRules();
  const { betText, risk, picks, run } = useKenoTable();
  // What hits return is stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  const row = kenoRow(rules, risk, picks.length);
  const top = row.at(-1);
  if (top === undefined) return null;
  const payouts = row.map((multiplier) => Math.floor(((bet ?? 0) * multiplier) / 100));
  const even = payouts.flatMap((payout, hits) => (payout === bet ? [hits] : []));
  return (
    <div className={cx("flex flex-col gap-2", run !== null && "max-lg:hidden")}>
      <ReturnPreview
        condition={picks.length === 1 ? "Your number is drawn" : `All ${picks.length} numbers hit`}
        bet={bet}
        returns={bet === null ? null : (payouts.at(-1) ?? 0)}
      />
      {bet !== null && even.length > 0 && (
        <p className="text-sm text-muted">
          {even.join(" or ")} {even.length === 1 && even[0] === 1 ? "hit" : "hits"} only{" "}
          {even.length === 1 && even[0] === 1 ? "returns" : "return"} your stake at this bet.
        </p>
      )}
    </div>
  );
}
