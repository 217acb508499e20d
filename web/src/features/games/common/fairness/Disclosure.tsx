import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/ui/cx";

type DisclosureProps = {
  title: ReactNode;
  /** More about it, in a quieter voice. */
  note?: ReactNode;
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
};

/** Something that most readers can do without, one press away. */
export function Disclosure({ title, note, isOpen = false, className, children }: DisclosureProps) {
  return (
    <details open={isOpen} className={cx("group/disclosure", className)}>
      <summary className="flex min-h-11 list-none items-center gap-2 py-2 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open/disclosure:rotate-90"
        />
        <span>
          {title}
          {note !== undefined && <span className="ml-2 font-normal text-muted">{note}</span>}
        </span>
      </summary>
      {children}
    </details>
  );
}
