import { DropdownMenu as Radix } from "radix-ui";
import { BetAmount } from "./BetAmount";

type BetListProps = {
  bet: number;
  steps: readonly number[];
  balance: number;
  disabled: boolean;
  isShort: boolean;
  onBetChange: (bet: number) => void;
};

/** All steps of the bet. What the balance does not cover is off. */
export default function BetList(props: BetListProps) {
  const { bet, steps, balance, disabled, isShort, onBetChange } = props;
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild disabled={disabled}>
        <BetAmount bet={bet} isShort={isShort} />
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
  );
}
