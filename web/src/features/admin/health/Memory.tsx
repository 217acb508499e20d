import { Card } from "@/ui/Card";
import { formatBytes } from "@/ui/format/bytes";
import { formatPoints } from "@/ui/format/numbers";
import { type Column, Table } from "@/ui/Table";
import type { Health } from "./queries";
import * as texts from "./texts/memory.en";

type MemoryTable = NonNullable<Health["memory"]>;
type Part = MemoryTable["parts"][number];

/** Memory of the process by part; the parts add up to the whole. */
export function Memory({ memory }: { memory: MemoryTable }) {
  const { totalBytes, limitBytes, parts } = memory;
  return (
    <section aria-labelledby="memory" className="flex flex-col gap-4">
      <div>
        <h2 id="memory" className="text-lg">
          {texts.memory}
        </h2>
        <p className="mt-1 text-sm text-muted">
          {limitBytes === null
            ? texts.held(formatBytes(totalBytes))
            : texts.heldOf(formatBytes(totalBytes), formatBytes(limitBytes))}{" "}
          {texts.howCounted}
        </p>
      </div>
      <Card>
        <Table
          look="panel"
          caption={texts.caption}
          rows={parts}
          rowKey={({ name }) => name}
          columns={columns}
        />
      </Card>
    </section>
  );
}

const columns: readonly Column<Part>[] = [
  {
    header: texts.part,
    isRowHeader: true,
    cellClass: "font-semibold",
    cell: ({ title }) => title,
  },
  {
    header: texts.count,
    align: "right",
    cellClass: "text-muted",
    cell: ({ count }) => (count === null ? "–" : formatPoints(count)),
  },
  {
    header: texts.size,
    align: "right",
    cellClass: "whitespace-nowrap",
    cell: ({ bytes, estimated }) =>
      estimated && bytes > 0 ? texts.about(formatBytes(bytes)) : formatBytes(bytes),
  },
];
