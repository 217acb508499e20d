import { Minus, Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { IconButton } from "@/ui/Button";
import { BetAmount } from "./BetAmount";
import { keepFocus } from "./keep-focus";
import * as texts from "./texts/en";

const BetList = lazy(() => import("./BetList"));

type BetStepperProps = {
  bet: number;
  steps: readonly number[];
  balance: number;
  disabled: boolean;
  /** The list comes with the reels. */
  list: "loading" | "ready";
  onBetChange: (bet: number) => void;
};

/** The stake: one step less or more, or any step from the list. What the balance misses is off. */
export function BetStepper({ bet, steps, balance, disabled, list, onBetChange }: BetStepperProps) {
  const less = steps.findLast((step) => step < bet);
  const more = steps.find((step) => step > bet);
  // Where no step is covered the page says so at more length.
  const isShort = bet > balance && steps.some((step) => step <= balance);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="well flex w-full items-center justify-between rounded-md p-1">
        <IconButton
          label={texts.lowerBet}
          disabled={disabled || less === undefined}
          onMouseDown={keepFocus}
          onClick={() => less !== undefined && onBetChange(less)}
        >
          <Minus aria-hidden="true" className="size-5" />
        </IconButton>
        {list === "ready" ? (
          <Suspense fallback={<BetAmount bet={bet} isShort={isShort} disabled />}>
            <BetList {...{ bet, steps, balance, disabled, isShort, onBetChange }} />
          </Suspense>
        ) : (
          <BetAmount bet={bet} isShort={isShort} disabled />
        )}
        <IconButton
          label={texts.higherBet}
          disabled={disabled || more === undefined || more > balance}
          onMouseDown={keepFocus}
          onClick={() => more !== undefined && onBetChange(more)}
        >
          <Plus aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {isShort && <p className="px-1 text-sm text-loss">{texts.balanceTooLow}</p>}
    </div>
  );
}
