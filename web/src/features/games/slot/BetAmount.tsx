import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Coin } from "@/ui/Points";
import * as texts from "./texts/en";

type BetAmountProps = ComponentProps<"button"> & { bet: number; isShort: boolean };

/** The bet that is set. A press opens the list of all steps. */
export function BetAmount({ bet, isShort, ...rest }: BetAmountProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={texts.betAmount(bet)}
      className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-sm px-2 transition-colors hover:bg-ink-800 disabled:cursor-not-allowed disabled:hover:bg-transparent"
    >
      <span className="text-xs text-muted">{texts.bet}</span>
      <Coin className="size-5" />
      <span
        className={cx(
          "min-w-9 text-left font-display text-lg font-bold",
          isShort ? "text-loss" : "text-text",
        )}
      >
        {formatPoints(bet)}
      </span>
      <ChevronDown aria-hidden="true" className="size-4 text-muted" />
    </button>
  );
}
