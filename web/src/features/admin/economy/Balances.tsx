import { Link } from "@tanstack/react-router";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { formatPercent } from "@/ui/format/percent";
import { type Column, Table } from "@/ui/Table";
import { Private } from "../shell/Private";
import * as hidden from "../shell/texts/private.en";
import type { Economy } from "./queries";
import * as texts from "./texts/en";

type BalancesProps = Pick<Economy, "largestBalances" | "circulation">;

/** The largest balances, with their share of all points. */
export function Balances({ largestBalances, circulation }: BalancesProps) {
  return (
    <section aria-labelledby="balances" className="flex min-w-0 flex-col gap-4">
      <h2 id="balances" className="text-lg">
        {texts.largestBalances}
      </h2>
      <Card className="relative overflow-x-auto">
        <Table
          look="panel"
          cellClass="px-4 py-1.5"
          caption={texts.membersMostPoints}
          empty={<p className="p-5 text-sm text-muted">{texts.nobodyHasAnyPoints}</p>}
          rows={largestBalances}
          rowKey={({ userId }) => userId}
          columns={columnsOf(circulation.points)}
        />
      </Card>
    </section>
  );
}

function columnsOf(all: number): readonly Column<Economy["largestBalances"][number]>[] {
  return [
    {
      header: texts.memberColumn,
      isRowHeader: true,
      cellClass: "font-semibold [overflow-wrap:anywhere]",
      cell: ({ username }) => <Member username={username} />,
    },
    {
      header: texts.points,
      align: "right",
      cellClass: "font-semibold",
      cell: ({ points, username }) => (
        <Private what={hidden.balanceOf(username ?? texts.deletedMember)}>
          {formatPoints(points)}
        </Private>
      ),
    },
    {
      header: texts.ofAll,
      align: "right",
      cellClass: "text-muted",
      cell: ({ points }) => formatPercent(all === 0 ? 0 : points / all),
    },
  ];
}

/** Leads to the account, where there still is one. */
export function Member({ username }: { username: string | null }) {
  if (username === null)
    return <span className="font-normal text-muted">{texts.deletedMember}</span>;
  return (
    <Link
      to="/admin/accounts"
      search={{ q: username }}
      className="touch-target inline-flex items-center underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {username}
    </Link>
  );
}
