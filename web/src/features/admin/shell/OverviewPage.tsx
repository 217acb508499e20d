import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { answer } from "@/wire/http";
import { useApprovals } from "../approvals/queries";
import { BetFeed } from "../maintenance/BetFeed";
import { gameName, useGameStates } from "../maintenance/games";
import { useSiteSwitch } from "../maintenance/site";
import { adminApi } from "../session/actions";
import { AdminPage } from "./AdminPage";

const accountsQuery = queryOptions({
  queryKey: ["admin", "accounts", "count"],
  queryFn: async (): Promise<number> =>
    (await answer(adminApi.GET("/api/admin/accounts", { params: { query: { limit: 1 } } }))).total,
});

const whole = new Intl.NumberFormat("en-US");

/** /admin behind the gate: what there is to see at a glance, each figure as the server counts it. */
export function OverviewPage() {
  return (
    <AdminPage title="Dashboard" lead="The house at a glance.">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <AccountsFigure />
        <ApprovalsFigure />
        <SiteFigure />
        <GamesFigure />
      </div>
      <section aria-labelledby="latest-bets" className="mt-8">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 id="latest-bets" className="text-lg">
            Latest bets
          </h2>
          <Link
            to="/admin/game-maintenance"
            search={{ tab: "bets" }}
            className="touch-target inline-flex items-center text-sm text-muted underline decoration-line-strong underline-offset-4 hover:text-text"
          >
            All live bets
          </Link>
        </div>
        <BetFeed shown={6} />
      </section>
    </AdminPage>
  );
}

function AccountsFigure() {
  const { data, isError } = useQuery(accountsQuery);
  return (
    <Figure label="Accounts" to="/admin/accounts" isMissing={isError}>
      {data === undefined ? null : whole.format(data)}
    </Figure>
  );
}

function ApprovalsFigure() {
  const { data, isError } = useApprovals();
  return (
    <Figure
      label="Names that wait"
      to="/admin/gaming-approvals"
      isMissing={isError && data === undefined}
    >
      {data === undefined ? null : whole.format(data.pending)}
    </Figure>
  );
}

function SiteFigure() {
  const { data, isError } = useSiteSwitch();
  return (
    <Figure label="Site" isMissing={isError && data === undefined}>
      {data === undefined ? null : data.maintenanceMode ? "Closed" : "Open"}
    </Figure>
  );
}

function GamesFigure() {
  const { data, isError } = useGameStates();
  const off = Object.entries(data ?? {}).filter(([, disabled]) => disabled);
  return (
    <Figure
      label="Games offline"
      to="/admin/game-maintenance"
      isMissing={isError && data === undefined}
      note={off.map(([id]) => gameName(id)).join(", ")}
    >
      {data === undefined ? null : off.length === 0 ? "None" : whole.format(off.length)}
    </Figure>
  );
}

type FigureProps = {
  label: string;
  /** The page that says more. */
  to?: "/admin/accounts" | "/admin/gaming-approvals" | "/admin/game-maintenance";
  /** It could not be read. */
  isMissing: boolean;
  note?: string;
  /** Null while it is being read. */
  children: ReactNode;
};

function Figure({ label, to, isMissing, note = "", children }: FigureProps) {
  return (
    <Card className="relative flex min-h-30 flex-col p-5 transition-colors has-[a:hover]:border-line-strong">
      <h2 className="font-sans text-sm font-medium tracking-normal text-muted">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
            {label}
          </Link>
        )}
      </h2>
      <div className="mt-2 font-display text-2xl font-bold">
        {isMissing ? (
          <span className="font-sans text-sm font-normal text-loss">Could not be read</span>
        ) : children === null ? (
          <>
            <Skeleton className="mt-1 h-7 w-20 rounded-sm" />
            <span className="sr-only">Loading</span>
          </>
        ) : (
          children
        )}
      </div>
      {note !== "" && <p className="mt-1 text-sm text-muted">{note}</p>}
    </Card>
  );
}
