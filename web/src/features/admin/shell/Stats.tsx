import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { Fits } from "@/ui/Fits";
import { Skeleton } from "@/ui/Skeleton";
import * as texts from "./texts/en";

type StatProps = {
  label: string;
  /** Null while it is not known. */
  children: string | number | null;
};

/** A row of figures above a list. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{children}</dl>;
}

export function Stat({ label, children }: StatProps) {
  return (
    <Card className="flex flex-col px-5 py-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 font-display text-xl font-bold">
        {children === null ? (
          <>
            <Skeleton className="h-7 w-14 rounded-sm" />
            <span className="sr-only">{texts.loading}</span>
          </>
        ) : (
          <Fits text={String(children)} />
        )}
      </dd>
    </Card>
  );
}
