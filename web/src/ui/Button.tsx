import type { ComponentProps, ReactNode } from "react";
import { type ButtonSize, type ButtonTone, buttonClass, sizes } from "./button-class";
import { cx } from "./cx";
import { Spinner } from "./Spinner";

export { buttonClass };

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
