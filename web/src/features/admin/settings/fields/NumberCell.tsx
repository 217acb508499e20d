import { cx } from "@/ui/cx";
import * as texts from "../texts/en";
import { useNumber } from "./use-number";

type NumberCellProps = {
  path: string;
  /** Names the cell for screen readers: its table, row and column. */
  label: string;
  min?: number;
  max?: number;
  hasDecimals?: boolean;
};

/** A number in a table of numbers. */
export function NumberCell(props: NumberCellProps) {
  const { path, label, min = 0, max = 1_000_000, hasDecimals = true } = props;
  const { text, type, isWrong, error, isLocked } = useNumber(path, { min, max, hasDecimals });
  const problem = isWrong ? texts.numberFrom(min, max, hasDecimals) : error;
  return (
    <input
      aria-label={label}
      aria-invalid={problem !== undefined}
      title={problem}
      value={text}
      onChange={(event) => type(event.target.value)}
      disabled={isLocked}
      inputMode={hasDecimals ? "decimal" : "numeric"}
      autoComplete="off"
      className={cx(
        "well h-11 w-full min-w-16 rounded-sm px-2 text-right text-sm outline-none transition-colors",
        "focus:border-gold-400/70 focus:ring-3 focus:ring-gold-400/15 disabled:cursor-not-allowed disabled:opacity-60",
        problem !== undefined && "border-loss/60 focus:border-loss focus:ring-loss/15",
      )}
    />
  );
}
