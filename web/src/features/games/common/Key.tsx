import type { ReactNode } from "react";

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-[5px] border border-line-strong bg-ink-900 px-1.5 py-0.5 font-sans text-xs">
      {children}
    </kbd>
  );
}
