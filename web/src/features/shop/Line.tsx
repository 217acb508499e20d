import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** One line of an account: what it is, and how much. */
export function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 max-[22rem]:gap-2 not-first:border-t not-first:border-line">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="min-w-0 text-right font-display font-bold [overflow-wrap:anywhere] max-sm:text-sm max-[22rem]:text-xs">
        {children}
      </dd>
    </div>
  );
}

/** Why it does not go on, read out when it appears. */
export function Problem({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="mt-4 flex items-start gap-3 rounded-md border border-loss/30 bg-loss/8 px-4 py-3 text-sm animate-fade"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-loss" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{text}</p>
        {children}
      </div>
    </div>
  );
}
