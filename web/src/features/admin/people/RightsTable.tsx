import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { type Column, Table } from "@/ui/Table";
import type { Level, Role } from "../session/rights";
import { roleNames } from "../shell/role-names";
import type { AreaRights } from "./queries";
import * as texts from "./texts/en";

const roleColumn = (role: Role): Column<AreaRights> => ({
  header: roleNames[role],
  className: "max-sm:px-2 max-sm:last:pr-4",
  cell: (row) => <LevelText level={row[role]} />,
});

const columns: readonly Column<AreaRights>[] = [
  {
    header: texts.area,
    isRowHeader: true,
    cellClass: "font-medium sm:min-w-36",
    cell: ({ area }) => texts.areas[area],
  },
  roleColumn("owner"),
  roleColumn("admin"),
  roleColumn("moderator"),
];

/** What each role may do, as the server has it. */
export function RightsTable({ rights }: { rights: readonly AreaRights[] }) {
  return (
    <section aria-labelledby="rights">
      <h2 id="rights" className="text-lg">
        {texts.rights}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{texts.rightsText}</p>
      <Card
        role="group"
        aria-label={texts.rights}
        // Scrolls sideways and holds nothing to press, so it can be reached with the keyboard.
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <Table
          look="panel"
          caption={texts.rights}
          rows={rights}
          rowKey={({ area }) => area}
          columns={columns}
        />
      </Card>
    </section>
  );
}

function LevelText({ level }: { level: Level }) {
  if (level === "none")
    return (
      <span className="text-faint">
        <span aria-hidden="true">{texts.levels.none}</span>
        <span className="sr-only">{texts.noAccess}</span>
      </span>
    );
  return <span className={cx(level === "see" && "text-muted")}>{texts.levels[level]}</span>;
}
