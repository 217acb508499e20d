import { Play } from "lucide-react";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { readBet } from "../common/bet";
import { InstantControls } from "../common/InstantControls";
import { useAreOddsMissing } from "../common/Odds";
import { ReturnPreview } from "../common/ReturnPreview";
import { OddsCells } from "./OddsCells";
import { kenoRow } from "./odds";
import type { KenoRisk } from "./published-table";
import { useKenoRules } from "./rules";
import { KENO_WORDS, kenoTable, setRisk, useKenoTable } from "./table";
import * as texts from "./texts/en";

const risks: readonly { value: KenoRisk; label: string }[] = [
  { value: "low", label: texts.risks.low },
  { value: "medium", label: texts.risks.medium },
  { value: "high", label: texts.risks.high },
];

/** Everything one sets before a draw, and the button that draws. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = useKenoRules();
  const state = useKenoTable();
  const { betText, risk, picks, phase, run } = state;
  // What hits return is stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  const payouts = kenoRow(rules, risk, picks.length).map((multiplier) =>
    Math.floor(((bet ?? 0) * multiplier) / 100),
  );
  return (
    <InstantControls
      table={kenoTable}
      state={state}
      limits={rules}
      words={KENO_WORDS}
      isOpen={isOpen}
      betOf={(stake) => (picks.length === 0 ? null : { bet: stake, risk, picks })}
      parameters={
        <ToggleGroup
          label={texts.risk}
          options={risks}
          value={risk}
          onValueChange={setRisk}
          disabled={phase !== "idle" || run !== null}
        />
      }
      returns={bet === null || picks.length === 0 ? null : Math.max(...payouts)}
      preview={<TopPrize bet={bet} picks={picks.length} payouts={payouts} />}
      odds={<OddsCells />}
      label={picks.length === 0 ? texts.pickFirst : texts.play}
      keys={texts.betKeys}
      icon={<Play aria-hidden="true" className="size-4.5 fill-current" />}
    />
  );
}

type TopPrizeProps = {
  bet: number | null;
  picks: number;
  /** By hits, at this bet. */
  payouts: readonly number[];
};

/** The highest payout, and which hits only return the stake. */
function TopPrize({ bet, picks, payouts }: TopPrizeProps) {
  const areOddsMissing = useAreOddsMissing();
  const top = payouts.at(-1);
  if (top === undefined) return null;
  const even = payouts.flatMap((payout, hits) => (payout === bet ? [hits] : []));
  return (
    <div className="flex flex-col gap-2">
      <ReturnPreview
        condition={texts.winCondition(picks)}
        bet={bet}
        returns={bet === null ? null : top}
      />
      {!areOddsMissing && bet !== null && even.length > 0 && (
        <p className="text-sm text-muted">{texts.stakeOnly(even)}</p>
      )}
    </div>
  );
}
