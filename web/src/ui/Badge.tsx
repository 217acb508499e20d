import type { ReactNode } from "react";
import { cx } from "./cx";

export type BadgeTone = "plain" | "gold" | "win" | "loss";

const tones: Record<BadgeTone, string> = {
  plain: "bg-ink-700 text-muted",
  gold: "bg-gold-400/14 text-gold-300 ring-1 ring-inset ring-gold-400/30",
  win: "bg-win/12 text-win",
  loss: "bg-loss/12 text-loss",
};

/** A short mark beside a title. Gold only for amounts. */
export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex h-6 shrink-0 items-center gap-1 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
