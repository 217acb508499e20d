import { FastForward, Repeat, RotateCw, Square } from "lucide-react";
import { useRef } from "react";
import { cx } from "@/ui/cx";
import { Spinner } from "@/ui/Spinner";
import { useBetKeys } from "../common/use-bet-keys";
import * as texts from "./texts/en";

/** Id of the large button. */
export const SPIN = "spin";

/** What a press of the large button does now. */
export type SpinAction = "spin" | "skip" | "start" | "stop";

const faces = {
  spin: { label: texts.spin, icon: RotateCw, hint: texts.spin },
  skip: { label: texts.skipAnimation, icon: FastForward, hint: texts.skip },
  start: { label: texts.startAuto, icon: Repeat, hint: texts.start },
  stop: { label: texts.stopAuto, icon: Square, hint: texts.stop },
} as const;

type SpinButtonProps = {
  action: SpinAction;
  disabled: boolean;
  /** The answer to a bet takes long. */
  isSlow: boolean;
};

/** The large button of the slot. It submits the form it stands in; Space and Enter press it too. */
export function SpinButton({ action, disabled, isSlow }: SpinButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useBetKeys(button);
  const { label, icon: Icon, hint } = faces[action];
  const isGold = action === "spin" || action === "start";
  return (
    <button
      ref={button}
      type="submit"
      id={SPIN}
      aria-label={isSlow ? texts.waitingForServer : label}
      disabled={disabled}
      aria-busy={isSlow || undefined}
      className={cx(
        "flex size-22 shrink-0 flex-col items-center justify-center gap-0.5 rounded-full font-display text-sm font-extrabold select-none transition-[filter,transform,background-color] active:scale-96 lg:size-24",
        disabled
          ? "cursor-not-allowed border border-line bg-ink-800 text-faint"
          : isGold
            ? "gold-face ring-4 ring-gold-500/20 hover:brightness-[1.06]"
            : "border border-line-strong bg-ink-700 text-text ring-4 ring-transparent hover:bg-ink-600",
      )}
    >
      {isSlow ? (
        <Spinner className="size-8" />
      ) : (
        <Icon
          aria-hidden="true"
          strokeWidth={2.6}
          className={cx("size-8", action === "stop" && "fill-current")}
        />
      )}
      {isSlow ? texts.waiting : hint}
    </button>
  );
}
