import type { ReactNode } from "react";

/** One line of an account: what it is, and how much. */
export function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 max-[22rem]:gap-2 py-2 not-first:border-t not-first:border-line">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="min-w-0 text-right font-display font-bold [overflow-wrap:anywhere] max-sm:text-sm max-[22rem]:text-xs">
        {children}
      </dd>
    </div>
  );
}
