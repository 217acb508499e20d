import { Check } from "lucide-react";
import * as texts from "./texts/en";

/** A prize that its winner has. */
export function PaidMark() {
  return (
    <span className="inline-flex items-center gap-1 text-xs font-semibold text-win">
      <Check aria-hidden="true" strokeWidth={3} className="size-3.5" />
      {texts.paid}
    </span>
  );
}
