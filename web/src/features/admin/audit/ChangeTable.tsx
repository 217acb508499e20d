import { useState } from "react";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { None } from "@/ui/None";
import { type Column, Table } from "@/ui/Table";
import type { ChangedField } from "./fields";
import * as texts from "./texts/en";

/** Fields that are shown before one asks for the rest. */
const FIELDS_SHOWN = 6;

type ChangeTableProps = { fields: readonly ChangedField[]; action: string };

/** The values before and after a change, field by field. */
export function ChangeTable({ fields, action }: ChangeTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  // What has changed first: of a long list it is what one looks for.
  const sorted = fields.toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged));
  const shown = isWhole ? sorted : sorted.slice(0, FIELDS_SHOWN);
  const hidden = fields.length - shown.length;
  return (
    <>
      <Table
        look="bare"
        className="table-fixed text-sm"
        headRowClass="eyebrow"
        headerClass="pb-1 font-semibold"
        cellClass="py-1"
        rowClass="align-top"
        caption={texts.beforeAfter(action)}
        rows={shown}
        rowKey={({ name }) => name}
        columns={columnsFor(fields)}
      />
      {(hidden > 0 || isWhole) && (
        <Button
          size="sm"
          tone="ghost"
          className="self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? texts.showFewerFields : texts.showMoreFields(hidden)}
        </Button>
      )}
    </>
  );
}

const value = "font-mono whitespace-pre-wrap [overflow-wrap:anywhere]";

const fieldColumn = (isMixed: boolean): Column<ChangedField> => ({
  header: texts.field,
  isRowHeader: true,
  className: "pr-2 sm:pr-5",
  headerClass: "w-[42%] sm:w-[28%]",
  cellClass: "font-normal",
  cell: ({ name, isChanged }) => (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-muted max-sm:text-xs [overflow-wrap:anywhere]">
        {name || texts.value}
      </span>
      {isMixed && isChanged && <Badge>{texts.changed}</Badge>}
    </span>
  ),
});

const beforeColumn: Column<ChangedField> = {
  header: texts.before,
  className: "px-2 sm:px-3",
  cellClass: value,
  cellClassOf: ({ isChanged }) => isChanged && "text-muted",
  cell: ({ before }) => <Value text={before} />,
};

const afterColumn: Column<ChangedField> = {
  header: texts.after,
  className: "pl-2 sm:pl-5",
  cellClass: value,
  cellClassOf: ({ isChanged }) => isChanged && "font-semibold",
  cell: ({ after }) => <Value text={after} />,
};

/** A side without values has no column, and what all fields have in common is at none. */
function columnsFor(fields: readonly ChangedField[]): readonly Column<ChangedField>[] {
  const isMixed = fields.some(({ isChanged }) => !isChanged);
  return [
    fieldColumn(isMixed),
    ...(fields.some(({ before }) => before !== null) ? [beforeColumn] : []),
    ...(fields.some(({ after }) => after !== null) ? [afterColumn] : []),
  ];
}

function Value({ text }: { text: string | null }) {
  return text === null ? <None says={texts.nothing} /> : text || "“”";
}
