import { cx } from "./cx";

export type ButtonTone = "gold" | "quiet" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const tones: Record<ButtonTone, string> = {
  gold: "gold-face hover:brightness-[1.06] active:brightness-95",
  quiet:
    "bg-ink-800 text-text border border-line hover:bg-ink-700 hover:border-line-strong active:bg-ink-800",
  ghost: "text-muted hover:bg-ink-800 hover:text-text",
  danger:
    "bg-loss/12 text-loss border border-loss/30 hover:bg-loss/20 hover:border-loss/50 active:bg-loss/12",
};

export const sizes: Record<ButtonSize, string> = {
  sm: "touch-target px-3.5 text-sm rounded-sm gap-1.5",
  md: "min-h-11 px-4 text-sm rounded-md gap-2",
  lg: "min-h-13 px-6 text-base rounded-md gap-2.5",
};

/** The look of a button, for links that read as one. */
export function buttonClass(tone: ButtonTone = "quiet", size: ButtonSize = "md"): string {
  return cx(
    "inline-flex items-center justify-center font-semibold whitespace-nowrap select-none",
    "transition-[background-color,border-color,color,filter,transform] active:translate-y-px",
    "disabled:pointer-events-none disabled:translate-y-0",
    tones[tone],
    sizes[size],
  );
}
