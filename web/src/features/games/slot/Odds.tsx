import { formatPoints } from "@/ui/format/numbers";
import { NoOdds, useAreOddsMissing } from "../common/Odds";
import {
  averageReturn,
  inHundredths,
  payoutOf,
  type SlotRules,
  stakeOnlyUpTo,
  winChance,
} from "./model";
import * as texts from "./texts/en";

/** The exact odds of the bet that is set, and what its smallest and largest win hand back. */
export function Odds({ bet, rules }: { bet: number; rules: SlotRules }) {
  if (useAreOddsMissing()) return <NoOdds />;
  const lowest = rules.tiers[0]?.lo ?? 0;
  const highest = rules.tiers.at(-1)?.hi ?? 0;
  const stakeOnly = stakeOnlyUpTo(bet, rules);
  return (
    <div className="flex flex-col justify-center gap-1 text-sm">
      <dl className="grid grid-cols-[auto_auto] justify-between gap-x-4 gap-y-1 sm:justify-center lg:justify-end">
        <dt className="text-muted">{texts.averageReturn}</dt>
        <dd className="text-right font-semibold">{averageReturn(bet, rules)}%</dd>
        <dt className="text-muted">{texts.winChance}</dt>
        <dd className="text-right font-semibold">{winChance(rules)}%</dd>
        <dt className="text-muted">{texts.winReturns}</dt>
        <dd className="text-right font-semibold text-gold-300">
          {texts.pointRange(
            formatPoints(payoutOf(bet, lowest)),
            formatPoints(payoutOf(bet, highest)),
          )}
        </dd>
      </dl>
      {stakeOnly !== null && (
        <p className="text-xs text-muted sm:text-center lg:text-right">
          {texts.stakeOnly(inHundredths(stakeOnly))}
        </p>
      )}
    </div>
  );
}
