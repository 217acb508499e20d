import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "@/ui/cx";
import { formatTime } from "@/ui/format/dates";
import { EntryDetail } from "./EntryDetail";
import type { AuditItem } from "./queries";
import { sentenceOf } from "./sentence";

type AuditEntryProps = {
  item: AuditItem;
  /** The points of this grant were taken back by an entry on the page. */
  isTakenBack: boolean;
  onSearch: (text: string) => void;
};

/** What was done in a sentence, and at a press all that was recorded about it. */
export function AuditEntry({ item, isTakenBack, onSearch }: AuditEntryProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left text-sm transition-colors hover:bg-ink-850"
      >
        <span
          className={cx(
            "min-w-0 flex-1",
            isOpen ? "[overflow-wrap:anywhere]" : "max-sm:line-clamp-2 sm:truncate",
          )}
        >
          {sentenceOf(item)}
        </span>
        <time dateTime={item.at} className="whitespace-nowrap text-muted tabular-nums">
          {formatTime(item.at)}
        </time>
        <ChevronDown
          aria-hidden="true"
          className={cx("size-4 shrink-0 text-muted transition-transform", isOpen && "rotate-180")}
        />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <EntryDetail item={item} isTakenBack={isTakenBack} onSearch={onSearch} />}
      </div>
    </li>
  );
}
