import type { FormEvent, ReactNode } from "react";
import { cx } from "@/ui/cx";

type BetPanelProps = {
  /** What one sets before a bet, in this order: mode, bet, parameters, return. */
  settings: ReactNode;
  /** Below the button, so that button and result fit on one screen. */
  odds?: ReactNode;
  /** Why no bet is possible, or what became of the last one: right above the button. */
  messages: ReactNode;
  /** The button that bets, or the moves of an open round. */
  action: ReactNode;
  /** Makes the panel a form. */
  onSubmit?: () => void;
};

const settingsBox = cx(
  "flex flex-col gap-3 bg-ink-850 max-lg:px-4 max-lg:pb-4 sm:gap-4 sm:max-lg:px-6",
  // The screens of most laptops.
  "lg:[@media(height<52rem)]:gap-3",
);

/**
 * The panel beside a table. On small screens it goes below the table, the button first: there it
 * stays in sight at the foot of the screen while a table is higher than that, so panel and form have
 * no box of their own (the card is what the button sticks within).
 */
export function BetPanel({ settings, odds, messages, action, onSubmit }: BetPanelProps) {
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
      <div className={cx(settingsBox, "max-lg:order-2", odds === undefined && "max-lg:flex-1")}>
        {settings}
      </div>
      <div
        className={cx(
          odds === undefined && "lg:mt-auto",
          "flex flex-col gap-3 bg-ink-850 max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--message-strip))] max-lg:z-5 max-lg:order-1 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:py-3 sm:max-lg:px-6",
        )}
      >
        {messages}
        {action}
      </div>
      {odds !== undefined && (
        <div className={cx(settingsBox, "max-lg:order-3 max-lg:flex-1")}>{odds}</div>
      )}
    </Panel>
  );
}
