import { ChevronDown, Minus, Plus } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Coin } from "@/ui/Points";
import { keepFocus } from "./keep-focus";

type BetStepperProps = {
  bet: number;
  steps: readonly number[];
  balance: number;
  disabled: boolean;
  onBetChange: (bet: number) => void;
};

/** The stake: one step less or more, or any step from the list. What the balance misses is off. */
export function BetStepper({ bet, steps, balance, disabled, onBetChange }: BetStepperProps) {
  const less = steps.findLast((step) => step < bet);
  const more = steps.find((step) => step > bet);
  // Where no step is covered the page says so at more length.
  const isShort = bet > balance && steps.some((step) => step <= balance);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="well flex w-full items-center justify-between rounded-md p-1">
        <IconButton
          label="Lower bet"
          disabled={disabled || less === undefined}
          onMouseDown={keepFocus}
          onClick={() => less !== undefined && onBetChange(less)}
        >
          <Minus aria-hidden="true" className="size-5" />
        </IconButton>
        <Radix.Root modal={false}>
          <Radix.Trigger
            disabled={disabled}
            aria-label={`Bet amount: ${bet} points. Choose from the list`}
            className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-sm px-2 transition-colors hover:bg-ink-800 disabled:cursor-not-allowed disabled:hover:bg-transparent"
          >
            <span className="text-xs text-muted">Bet</span>
            <Coin className="size-5" />
            <span
              className={cx(
                "min-w-9 text-left font-display text-lg font-bold",
                isShort ? "text-loss" : "text-text",
              )}
            >
              {bet}
            </span>
            <ChevronDown aria-hidden="true" className="size-4 text-muted" />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              side="top"
              sideOffset={8}
              collisionPadding={12}
              className="z-50 rounded-lg border border-line-strong bg-ink-850 p-1.5 shadow-raised animate-rise"
            >
              <Radix.RadioGroup
                value={String(bet)}
                onValueChange={(value) => onBetChange(Number(value))}
                className="grid grid-cols-4 gap-1"
              >
                {steps.map((step) => (
                  <Radix.RadioItem
                    key={step}
                    value={String(step)}
                    disabled={step > balance}
                    className="flex size-14 cursor-pointer items-center justify-center rounded-md text-base font-semibold outline-none transition-colors data-disabled:cursor-not-allowed data-disabled:text-ink-600 data-highlighted:bg-ink-700 data-[state=checked]:bg-gold-500/15 data-[state=checked]:text-gold-300"
                  >
                    {step}
                  </Radix.RadioItem>
                ))}
              </Radix.RadioGroup>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
        <IconButton
          label="Higher bet"
          disabled={disabled || more === undefined || more > balance}
          onMouseDown={keepFocus}
          onClick={() => more !== undefined && onBetChange(more)}
        >
          <Plus aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {isShort && <p className="px-1 text-sm text-loss">Your balance is too low for this bet</p>}
    </div>
  );
}
