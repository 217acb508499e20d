import type { ReactNode, Ref } from "react";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import * as texts from "./texts/en";

type SectionProps = {
  id: string;
  title: string;
  /** What the section is for, in a line. */
  lead?: ReactNode;
  /** Beside the title. */
  mark?: ReactNode;
  /** Where the focus goes when what had it is gone. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** One card of the account page. */
export function Section({ id, title, lead, mark, titleRef, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Card className="p-5 sm:p-6">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2
            ref={titleRef}
            id={id}
            tabIndex={titleRef === undefined ? undefined : -1}
            className="text-lg outline-none"
          >
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

/** The fields of a form whose code is still on its way. `className` has its height where it is more than fields. */
export function LoadingForm({ fields, className }: { fields: number; className?: string }) {
  return (
    <div role="status" className={cx("mt-5 flex flex-col gap-4", className)}>
      <span className="sr-only">{texts.loadingForm}</span>
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className="flex flex-col gap-2.5">
          <Skeleton className="h-4 w-28 rounded-sm" />
          <Skeleton className="h-12 rounded-md" />
        </div>
      ))}
      <Skeleton className="mt-auto h-11 w-36 self-end rounded-md" />
    </div>
  );
}
