import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";
import { Spinner } from "./Spinner";

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

const sizes: Record<ButtonSize, string> = {
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

/** Off looks off for every tone: flat, without gold, still readable. */
const disabledFace =
  "bg-ink-850 text-faint border border-line shadow-none cursor-not-allowed active:translate-y-0";

type ButtonProps = ComponentProps<"button"> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a spinner in place of the icon and takes no clicks; the width stays. */
  busy?: boolean;
};

/** A button. One gold button per view: the action the view is for. */
export function Button({
  tone = "quiet",
  size = "md",
  icon,
  busy = false,
  disabled = false,
  className,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  const off = disabled && !busy;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(
        off
          ? cx(
              "inline-flex items-center justify-center font-semibold whitespace-nowrap select-none",
              sizes[size],
              disabledFace,
            )
          : buttonClass(tone, size),
        className,
      )}
    >
      {busy ? <Spinner className="size-4.5" /> : icon}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** What it does, for those who cannot see the icon. */
  label: string;
};

/** A square button that holds only an icon. */
export function IconButton({ label, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted transition-colors",
        "hover:bg-ink-800 hover:text-text disabled:text-faint disabled:hover:bg-transparent disabled:cursor-not-allowed",
        className,
      )}
    />
  );
}
