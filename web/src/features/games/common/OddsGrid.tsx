import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { NoOdds, useAreOddsMissing } from "./Odds";

/** The exact odds of the bet as it stands: pairs of a name and its value. */
export function OddsGrid({ children, className }: { children: ReactNode; className?: string }) {
  if (useAreOddsMissing()) return <NoOdds />;
  return (
    <dl
      className={cx(
        "grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line",
        className,
      )}
    >
      {children}
    </dl>
  );
}

export function OddsCell({ name, children }: { name: string; children: ReactNode }) {
  return (
    // One without a neighbour takes the whole row.
    <div className="bg-ink-900 px-3.5 py-2.5 [&:last-child:nth-child(odd)]:col-span-2">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-base font-semibold">{children}</dd>
    </div>
  );
}
