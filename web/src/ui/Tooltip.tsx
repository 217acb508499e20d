import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** A short explanation of a control, on hover and on focus. Never the only place of a fact. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-64 rounded-sm border border-line-strong bg-ink-700 px-3 py-2 text-sm text-text shadow-raised animate-fade"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
