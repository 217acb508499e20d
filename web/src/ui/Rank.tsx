import { cx } from "./cx";

const medals: Readonly<Record<number, string>> = {
  1: "bg-[oklch(.835_.142_86)] text-on-gold",
  2: "bg-[oklch(.84_.012_270)] text-ink-900",
  3: "bg-[oklch(.72_.1_54)] text-ink-950",
};

/** The number of a place, the first three in their metal. */
export function Rank({ rank }: { rank: number }) {
  return (
    <span
      className={cx(
        "inline-flex size-8 items-center justify-center rounded-full text-sm font-bold",
        medals[rank] ?? "bg-ink-800 text-muted",
      )}
    >
      {rank}
    </span>
  );
}
