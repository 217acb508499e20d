import type { ReactNode } from "react";
import { Card } from "@/ui/Card";

/** Room for a table that is wider than a narrow window. */
export function TableCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card
      role="group"
      aria-label={label}
      // Scrolls sideways and holds nothing to press, so it can be reached with the keyboard.
      tabIndex={0}
      className="relative overflow-x-auto"
    >
      {children}
    </Card>
  );
}
