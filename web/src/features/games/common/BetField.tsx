import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { Coin } from "@/ui/Points";
import { type BetLimits, doubleBet, halveBet, highestBet } from "./bet";
import * as texts from "./texts/en";

type BetFieldProps = {
  text: string;
  onTextChange: (text: string) => void;
  limits: BetLimits;
  balance: number;
  problem: string | null;
  disabled: boolean;
};

/** The stake of a bet, with half, double and the highest possible. */
export function BetField({
  text,
  onTextChange,
  limits,
  balance,
  problem,
  disabled,
}: BetFieldProps) {
  const highest = highestBet(limits, balance);
  const off = disabled || highest < limits.minBet;
  return (
    <Field
      label={texts.betAmount}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => onTextChange(event.target.value)}
      disabled={disabled}
      error={problem ?? undefined}
      prefix={<Coin className="size-5" />}
      suffix={
        <span className="flex pr-0.5">
          <QuickBet
            label={texts.halfBet}
            disabled={off}
            onPick={() => onTextChange(String(halveBet(text, limits)))}
          >
            ½
          </QuickBet>
          <QuickBet
            label={texts.doubleBet}
            disabled={off}
            onPick={() => onTextChange(String(doubleBet(text, limits, balance)))}
          >
            2×
          </QuickBet>
          <QuickBet
            label={texts.highestBet}
            disabled={off}
            onPick={() => onTextChange(String(highest))}
          >
            {texts.max}
          </QuickBet>
        </span>
      }
    />
  );
}

function QuickBet({
  label,
  disabled,
  onPick,
  children,
}: {
  label: string;
  disabled: boolean;
  onPick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onPick}
      className={cx(
        "flex size-11 items-center justify-center rounded-sm text-sm font-semibold text-muted transition-colors",
        "hover:bg-ink-800 hover:text-text disabled:cursor-not-allowed disabled:text-ink-600 disabled:hover:bg-transparent",
      )}
    >
      {children}
    </button>
  );
}
