import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { QueryView } from "@/data/QueryView";
import { PageLink } from "@/features/site/PageLink";
import { useShownBalance } from "@/features/wallet/balance";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/PageState";
import { balanceSize, Points } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { Head } from "./Head";
import { LedgerTable } from "./LedgerTable";
import { type LedgerPage, useLedger } from "./queries";
import * as texts from "./texts/en";

type StatementPageProps = {
  /** As it stands in the address, from 1. */
  page: number;
};

/** /statement: every movement of the member's points, newest first. */
export function StatementPage({ page }: StatementPageProps) {
  const balance = useShownBalance();
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <Head />
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="text-sm text-muted">{texts.balance}</span>
          <Points amount={balance} ticking className={cx("font-display", balanceSize(balance))} />
        </p>
      </header>
      <Entries page={page} />
    </div>
  );
}

function Entries({ page }: StatementPageProps) {
  const query = useLedger(page);
  return (
    <QueryView query={query} what={texts.yourStatement} loading={<LoadingEntries />}>
      {(data) => <LoadedPage page={page} data={data} isPrevious={query.isPlaceholderData} />}
    </QueryView>
  );
}

type LoadedPageProps = StatementPageProps & {
  data: LedgerPage;
  /** Another page, shown until the one asked for is there. */
  isPrevious: boolean;
};

function LoadedPage({ page, data, isPrevious }: LoadedPageProps) {
  if (data.total === 0)
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title={texts.noPointsHaveMoved}
          actions={
            <PageLink to="/rewards/daily-calendar" className={buttonClass("gold")}>
              {texts.openDailyCalendar}
            </PageLink>
          }
        >
          <p>{texts.firstClaimBetReward}</p>
        </EmptyState>
      </Card>
    );
  if (data.items.length === 0)
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title={texts.nothingStandsPage}
          actions={
            <Link to="/statement" className={buttonClass("quiet")}>
              {texts.newestEntries}
            </Link>
          }
        >
          <p>{texts.statementHas(data.pages)}</p>
        </EmptyState>
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <div aria-busy={isPrevious} className={cx("transition-opacity", isPrevious && "opacity-55")}>
        <LedgerTable items={data.items} />
      </div>
      <Pages page={page} pages={data.pages} total={data.total} />
    </div>
  );
}

function Pages({ page, pages, total }: { page: number; pages: number; total: number }) {
  return (
    <nav aria-label={texts.pages} className="flex items-center justify-between gap-4">
      <StepLink to={page - 1} isOpen={page > 1} rel="prev">
        <ChevronLeft aria-hidden="true" className="size-4" />
        {texts.newer}
      </StepLink>
      <p className="text-center text-sm text-muted">
        {texts.page(page, pages)}
        <span className="max-sm:block">
          <span aria-hidden="true" className="max-sm:hidden">
            {" · "}
          </span>
          {texts.entryCount(total)}
        </span>
      </p>
      <StepLink to={page + 1} isOpen={page < pages} rel="next">
        {texts.older}
        <ChevronRight aria-hidden="true" className="size-4" />
      </StepLink>
    </nav>
  );
}

type StepLinkProps = {
  to: number;
  isOpen: boolean;
  rel: "prev" | "next";
  children: React.ReactNode;
};

function StepLink({ to, isOpen, rel, children }: StepLinkProps) {
  if (!isOpen) return <Button disabled>{children}</Button>;
  return (
    <Link to="/statement" search={{ page: to }} rel={rel} className={buttonClass("quiet")}>
      {children}
    </Link>
  );
}

function LoadingEntries() {
  return (
    <Card className="p-4 sm:p-6">
      <div role="status" className="flex flex-col gap-5">
        <span className="sr-only">{texts.loadingStatement}</span>
        {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
          <div key={row} className="flex items-center gap-6">
            <Skeleton className="h-5 flex-1 rounded-sm" />
            <Skeleton className="h-5 w-20 rounded-sm" />
            <Skeleton className="h-5 w-24 rounded-sm max-sm:hidden" />
          </div>
        ))}
      </div>
    </Card>
  );
}
