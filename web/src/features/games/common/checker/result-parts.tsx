import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/ui/cx";

/** The ground that every drawn result stands on. */
export function ResultStage({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx("well flex flex-col items-center rounded-md p-4 sm:p-5", className)}>
      {children}
    </div>
  );
}

/** Won or not, with a sign and a word. */
export function Hit({ won, children }: { won: boolean; children: ReactNode }) {
  const Icon = won ? Check : X;
  return (
    <p
      className={cx(
        "inline-flex items-center gap-1.5 text-sm font-semibold",
        won ? "text-win" : "text-muted",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.6} />
      <span>{children}</span>
    </p>
  );
}
