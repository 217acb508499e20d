import { cx } from "@/ui/cx";
import { formatTimes } from "@/ui/format/times";
import { type WinClass, winClass } from "@/ui/win-class";
import * as texts from "./texts/en";

const colours: Readonly<Record<WinClass, string>> = {
  mega: "text-gold-300",
  big: "text-gold-400",
  good: "text-win",
  small: "text-muted",
};

/** What the amount that is typed comes to; the server works it out again. */
export function Multiplier({ times }: { times: number | null }) {
  const name = times === null ? null : winClass(times);
  return (
    <p className="well flex min-h-12 items-center justify-between gap-4 rounded-md px-4 py-2">
      <span className="text-sm text-muted">{texts.calculatedMultiplier}</span>
      <output
        className={cx(
          "font-display text-lg font-bold",
          name === null ? "text-faint" : colours[name],
        )}
      >
        {times === null ? "–" : formatTimes(times)}
        {name !== null && name !== "small" && (
          <span className="ml-2 text-xs tracking-wide uppercase">{name}</span>
        )}
      </output>
    </p>
  );
}
