import type { ReactNode } from "react";
import { Card } from "@/ui/Card";

type SectionProps = {
  id: string;
  title: string;
  /** What the section is for, in a line. */
  lead?: ReactNode;
  /** Beside the title. */
  mark?: ReactNode;
  children: ReactNode;
};

/** One card of the account page. */
export function Section({ id, title, lead, mark, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Card className="p-5 sm:p-6">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {mark}
        </div>
        {lead !== undefined && <p className="mt-1 text-sm text-muted">{lead}</p>}
        {children}
      </Card>
    </section>
  );
}
