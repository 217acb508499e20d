import { Fragment } from "react";
import { cx } from "@/ui/cx";
import type { Column } from "@/ui/Table";
import * as texts from "./texts/en";

/**
 * The same columns for narrow windows, too: there only the row's name and the column `kept` are left, and the
 * other values follow under the name.
 */
export function folded<Row>(columns: readonly Column<Row>[], kept: string): Column<Row>[] {
  const others = columns.filter(
    ({ header, isRowHeader }) => isRowHeader !== true && header !== kept,
  );
  return columns.map((column) => {
    if (column.header === kept) return column;
    if (column.isRowHeader !== true)
      return { ...column, className: cx(column.className, "max-md:hidden") };
    const cell: Column<Row>["cell"] = (row, index, mark) => (
      <>
        {column.cell(row, index, mark)}
        <span className="mt-2 block font-sans text-xs font-normal text-muted md:hidden">
          {others.map((other) => (
            <Fragment key={other.header}>
              <span className="mr-4 inline-block">
                {texts.fact(other.header, other.cell(row, index, mark))}
              </span>{" "}
            </Fragment>
          ))}
        </span>
      </>
    );
    return { ...column, cell };
  });
}
