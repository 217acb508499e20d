import { useState } from "react";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatExactMoment } from "@/ui/format/detail";
import { None } from "@/ui/None";
import { type Column, Table } from "@/ui/Table";
import { type ChangedField, changedFields } from "./fields";
import type { AuditItem } from "./queries";
import * as texts from "./texts/en";

/** Fields that are shown before one asks for the rest. */
const FIELDS_SHOWN = 6;

type AuditEntryProps = { item: AuditItem; onSubject: (subject: string) => void };

/** Who did what, when and on whom, with what stood before and what stands now. */
export function AuditEntry({ item, onSubject }: AuditEntryProps) {
  const fields = changedFields(item.before, item.after);
  return (
    <Card className="overflow-hidden">
      <article aria-labelledby={`audit-${item.id}`}>
        <header className="flex flex-wrap items-center gap-x-5 gap-y-1 px-5 py-3">
          <h2 id={`audit-${item.id}`} className="font-mono text-base font-semibold">
            {item.action}
          </h2>
          {item.subject !== "" && (
            <p className="flex items-center gap-1 text-sm text-muted">
              {texts.on}
              <button
                type="button"
                onClick={() => onSubject(item.subject)}
                className="min-h-11 font-mono text-text underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-current"
              >
                {item.subject}
                <span className="sr-only">{texts.showOnlyItsChanges}</span>
              </button>
            </p>
          )}
          <p className="ml-auto text-right text-sm text-muted">
            <span className="font-medium text-text">{item.actor}</span>
            <span aria-hidden="true"> · </span>
            <time dateTime={item.at}>{formatExactMoment(item.at)}</time>
          </p>
        </header>
        {fields.length > 0 && <Fields fields={fields} action={item.action} />}
      </article>
    </Card>
  );
}

function Fields({ fields, action }: { fields: readonly ChangedField[]; action: string }) {
  const [isWhole, setIsWhole] = useState(false);
  // What has changed first: of a long list it is what one looks for.
  const sorted = fields.toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged));
  const shown = isWhole ? sorted : sorted.slice(0, FIELDS_SHOWN);
  const hidden = fields.length - shown.length;
  return (
    <div className="border-t border-line">
      <Table
        look="bare"
        className="table-fixed text-sm"
        headRowClass="eyebrow"
        headerClass="pt-3 pb-1 font-semibold"
        cellClass="py-2"
        rowClass="align-top"
        caption={texts.beforeAfter(action)}
        rows={shown}
        rowKey={({ name }) => name}
        columns={columns}
      />
      <div className={cx("px-3 pb-3", hidden === 0 && !isWhole && "pb-1")}>
        {(hidden > 0 || isWhole) && (
          <Button
            size="sm"
            tone="ghost"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? texts.showFewerFields : texts.showMoreFields(hidden)}
          </Button>
        )}
      </div>
    </div>
  );
}

const value = "font-mono whitespace-pre-wrap [overflow-wrap:anywhere]";

const columns: readonly Column<ChangedField>[] = [
  {
    header: texts.field,
    isRowHeader: true,
    className: "pr-2 pl-5 sm:pr-5",
    headerClass: "w-[42%] sm:w-[28%]",
    cellClass: "font-normal",
    cell: ({ name, isChanged }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-muted max-sm:text-xs [overflow-wrap:anywhere]">
          {name || texts.value}
        </span>
        {isChanged && <Badge>{texts.changed}</Badge>}
      </span>
    ),
  },
  {
    header: texts.before,
    className: "px-2 sm:px-3",
    cellClass: value,
    cellClassOf: ({ isChanged }) => isChanged && "text-muted",
    cell: ({ before }) => <Value text={before} />,
  },
  {
    header: texts.after,
    className: "pr-5 pl-2 sm:pl-5",
    cellClass: value,
    cellClassOf: ({ isChanged }) => isChanged && "font-semibold",
    cell: ({ after }) => <Value text={after} />,
  },
];

function Value({ text }: { text: string | null }) {
  return text === null ? <None says="nothing" /> : text || "“”";
}
