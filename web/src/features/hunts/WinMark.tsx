import { ChevronsUp, ChevronUp, Sparkle } from "lucide-react";
import { cx } from "@/ui/cx";
import { formatTimes } from "@/ui/format/times";
import { type WinClass, winClass } from "@/ui/win-class";

const faces: Readonly<Record<WinClass, string>> = {
  mega: "gold-face",
  big: "bg-gold-400/14 text-gold-300 ring-1 ring-inset ring-gold-400/30",
  good: "bg-win/12 text-win",
  small: "text-muted",
};

const icons = { mega: Sparkle, big: ChevronsUp, good: ChevronUp } as const;

type WinMarkProps = {
  /** Times the bet. */
  times: number;
  /** Large ones stand alone, the others in rows. */
  size?: "md" | "lg";
};

/** A multiplier with the class of its win: said by a word and a sign, not by colour alone. */
export function WinMark({ times, size = "md" }: WinMarkProps) {
  const name = winClass(times);
  const Icon = name === "small" ? null : icons[name];
  const isLarge = size === "lg";
  return (
    <span
      className={cx(
        "inline-flex items-center align-middle whitespace-nowrap",
        isLarge ? "h-9 gap-2 rounded-full text-lg" : "h-7 gap-1.5 rounded-full text-sm",
        name !== "small" && (isLarge ? "px-4" : "px-2.5"),
        name === "small" ? "font-medium" : "font-bold",
        faces[name],
      )}
    >
      {Icon !== null && (
        <Icon
          aria-hidden="true"
          strokeWidth={2.6}
          className={cx(
            "shrink-0",
            isLarge ? "size-4.5" : "size-3.5",
            name === "mega" && "fill-current",
          )}
        />
      )}
      {name !== "small" && (
        <>
          <span className={cx("uppercase", isLarge ? "text-sm" : "text-xs")}>{name}</span>{" "}
        </>
      )}
      {formatTimes(times)}
    </span>
  );
}
