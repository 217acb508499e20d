import { Link } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { useKeptFocus } from "../lists/use-kept-focus";
import { nameOf, type Part, parts } from "./parts";
import * as texts from "./texts/en";

type SectionProps = {
  part: Part["id"];
  /** A word or two beside the title. */
  note?: ReactNode;
  children: ReactNode;
};

/** A part of the page, with the way to the whole page of its subject. */
export function Section({ part: id, note, children }: SectionProps) {
  const to = parts.find((part) => part.id === id)?.to ?? null;
  const name = nameOf({ id });
  const section = useKeptFocus();
  return (
    <Card className="flex min-w-0 flex-col">
      <section
        ref={section}
        id={id}
        tabIndex={-1}
        aria-labelledby={`${id}-title`}
        className="flex min-w-0 flex-1 scroll-mt-33 flex-col gap-3 rounded-lg px-4 pt-1 pb-3 outline-offset-2 lg:scroll-mt-4"
      >
        <div className="flex min-h-11 items-center gap-3">
          <h2 id={`${id}-title`} className="min-w-0 text-base">
            {name}
          </h2>
          <span className="min-w-0 flex-1 text-sm text-muted [overflow-wrap:anywhere]">{note}</span>
          {to !== null && (
            <Link
              to={to}
              aria-label={texts.wholePage(name)}
              title={texts.wholePage(name)}
              // Phones have this page only.
              className="-mr-2 inline-flex size-9 items-center justify-center rounded-md text-faint transition-colors hover:bg-ink-800 hover:text-text pointer-coarse:max-lg:hidden"
            >
              <ArrowUpRight aria-hidden="true" className="size-4.5" />
            </Link>
          )}
        </div>
        {children}
      </section>
    </Card>
  );
}

/** As high as what will be there, so that nothing moves when it comes. */
export function LoadingPart({ part, rows }: { part: Part["id"]; rows: number }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{texts.loading(nameOf({ id: part }))}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-11 rounded-md" />
      ))}
    </div>
  );
}
