import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import * as texts from "./texts/en";

type PagesProps = {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Somebody is about to turn to this page. */
  onApproach?: (page: number) => void;
};

/** Back and forth through a list that the server cuts into pages. */
export function Pages({ page, pages, onPage, onApproach }: PagesProps) {
  const approach = (to: number) => {
    const near = () => onApproach?.(to);
    return { onPointerEnter: near, onFocus: near };
  };
  return (
    <nav
      data-keeps-focus
      aria-label={texts.pagesLabel}
      className="flex items-center justify-between gap-4"
    >
      <Button
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        icon={<ChevronLeft aria-hidden="true" className="size-4" />}
        {...approach(page - 1)}
      >
        {texts.previous}
      </Button>
      <p tabIndex={-1} className="text-center text-sm text-muted outline-none" aria-live="polite">
        {texts.pageOf(formatPoints(page), formatPoints(pages))}
      </p>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)} {...approach(page + 1)}>
        {texts.next}
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  );
}
