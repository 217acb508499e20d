import { cx } from "@/ui/cx";
import type { Order } from "./model";
import * as texts from "./texts/en";

const orders: readonly { order: Order; label: string }[] = [
  { order: "all", label: texts.allItems },
  { order: "low", label: texts.cheapestFirst },
  { order: "high", label: texts.dearestFirst },
  { order: "stock", label: texts.stockOnly },
];

type SortBarProps = { order: Order; onOrder: (order: Order) => void };

/** How the shelf is shown; two by two on phones. */
export function SortBar({ order, onOrder }: SortBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are no form fields
    <div
      role="group"
      aria-label={texts.sort}
      className="well grid grid-cols-2 gap-1 rounded-md p-1 max-sm:w-full sm:flex"
    >
      {orders.map((option) => (
        <button
          key={option.order}
          type="button"
          aria-pressed={option.order === order}
          onClick={() => onOrder(option.order)}
          className={cx(
            "touch-target rounded-[9px] px-2 text-sm font-semibold transition-colors sm:px-3.5 sm:whitespace-nowrap",
            option.order === order
              ? "bg-ink-700 text-text shadow-card"
              : "text-muted hover:text-text",
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
