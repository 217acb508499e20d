import { cx } from "@/ui/cx";
import { type ChipValue, chipValues } from "./chips";

/** Colours of a chip: its ground, its text. Gold is the highest only. */
const tones: Record<ChipValue, string> = {
  1: "bg-[oklch(.86_.012_85)] text-ink-950",
  5: "bg-[oklch(.5_.18_25)] text-white",
  10: "bg-[oklch(.48_.11_250)] text-white",
  25: "bg-[oklch(.47_.1_155)] text-white",
  50: "bg-[oklch(.45_.13_305)] text-white",
  100: "bg-gold-400 text-on-gold",
};

/** A chip that says its points; the colour is that of the largest chip in it. */
export function Chip({ amount, className }: { amount: number; className?: string }) {
  const value = chipValues.findLast((chip) => chip <= amount) ?? 1;
  return (
    <span
      aria-hidden="true"
      className={cx(
        "roulette-chip relative flex items-center justify-center rounded-full font-bold",
        tones[value],
        className,
      )}
    >
      <span className={amount < 100 ? "relative" : "relative text-[.82em]"}>{amount}</span>
    </span>
  );
}
