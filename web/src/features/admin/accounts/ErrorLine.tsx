import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** An error in a line of its own. */
export function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-1 flex items-start gap-2 text-sm text-loss">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
