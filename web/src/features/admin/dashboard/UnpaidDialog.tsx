import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Dialog } from "@/ui/Dialog";
import { type Month, monthText } from "@/ui/months";
import { monthsQuery, unpaidMonths } from "./months";

type UnpaidDialogProps = { onMonth: (month: Month) => void; onClose: () => void };

/** The final months whose prizes are not all ticked as paid, each with the way to it. */
export function UnpaidDialog({ onMonth, onClose }: UnpaidDialogProps) {
  const { data } = useQuery(monthsQuery);
  const months = unpaidMonths(data?.months ?? []);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Prizes to pay"
      description={
        months.length === 0
          ? "Every prize of the final months is ticked as paid."
          : "Final months whose prizes are not all ticked as paid."
      }
    >
      {months.length > 0 && (
        <ul aria-label="Months" className="mt-5 flex flex-col">
          {months.map(({ month, paid, winners }) => (
            <li key={month} className="border-b border-line last:border-0">
              <button
                type="button"
                onClick={() => onMonth(month)}
                className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-sm px-2 text-left text-sm transition-colors hover:bg-ink-800"
              >
                <span className="flex-1 font-semibold">{monthText(month)}</span>{" "}
                <span className="text-muted tabular-nums">
                  {paid} of {winners} paid
                </span>
                <ChevronRight aria-hidden="true" className="size-4 text-faint" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
