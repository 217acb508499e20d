import type { FormEvent, ReactNode } from "react";

type BetPanelProps = {
  /** What one sets before a bet, in this order: mode, bet, parameters, return, odds. */
  settings: ReactNode;
  /** Why no bet is possible, or what became of the last one: right above the button. */
  messages: ReactNode;
  /** The button that bets, or the moves of an open round. */
  action: ReactNode;
  /** Makes the panel a form. */
  onSubmit?: () => void;
};

/**
 * The panel beside a table. On small screens it goes below the table, the button first: there it
 * stays in sight at the foot of the screen while a table is higher than that, so panel and form have
 * no box of their own (the card is what the button sticks within).
 */
export function BetPanel({ settings, messages, action, onSubmit }: BetPanelProps) {
  const Panel = onSubmit === undefined ? "div" : "form";
  return (
    <Panel
      {...(onSubmit !== undefined && {
        noValidate: true,
        onSubmit: (event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        },
      })}
      className="flex h-full flex-col gap-4 max-lg:contents"
    >
      <div className="flex flex-col gap-3 bg-ink-850 max-lg:order-2 max-lg:flex-1 max-lg:px-4 max-lg:pb-4 sm:gap-4 sm:max-lg:px-6">
        {settings}
      </div>
      <div className="flex flex-col gap-3 bg-ink-850 max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-lg:z-5 max-lg:order-1 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:py-3 sm:max-lg:px-6 md:max-lg:bottom-0 lg:mt-auto">
        {messages}
        {action}
      </div>
    </Panel>
  );
}
