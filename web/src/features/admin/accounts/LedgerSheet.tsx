import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { cx } from "@/ui/cx";
import { Sheet } from "@/ui/Dialog";
import { EmptyState, ErrorState } from "@/ui/PageState";
import { formatPoints, Points } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import { Pages } from "../lists/Pages";
import { type Account, momentText } from "./model";
import { type LedgerItem, ledgerQuery } from "./queries";

/** A member's movements of points, newest first, over the list of accounts. */
export function LedgerSheet({ account, onClose }: { account: Account; onClose: () => void }) {
  const [page, setPage] = useState(1);
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Ledger of ${account.username}`}
      side="right"
    >
      <div className="flex flex-col gap-5 px-6 pb-6">
        <p className="flex items-center gap-3 text-sm text-muted">
          Balance <Points amount={account.points} className="text-base" />
        </p>
        <Movements id={account.id} page={page} onPage={setPage} />
      </div>
    </Sheet>
  );
}

type MovementsProps = { id: string; page: number; onPage: (page: number) => void };

function Movements({ id, page, onPage }: MovementsProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ledgerQuery(id, page));
  if ((data === undefined || isPlaceholderData) && error !== null)
    return (
      <ErrorState
        art={<BrokenSignal />}
        title="The ledger could not be loaded"
        message={asFailure(error).message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (data === undefined) return <LoadingMovements />;
  if (data.total === 0)
    return (
      <EmptyState art={<EmptyRows />} title="No points have moved yet">
        <p>Their first claim, bet or reward will stand here.</p>
      </EmptyState>
    );
  return (
    <>
      <ul
        aria-label="Movements, newest first"
        aria-busy={isPlaceholderData}
        className={cx(
          "divide-y divide-line border-y border-line transition-opacity",
          isPlaceholderData && "opacity-55",
        )}
      >
        {data.items.map((item) => (
          <Movement key={item.seq} item={item} />
        ))}
      </ul>
      {data.pages > 1 && <Pages page={page} pages={data.pages} onPage={onPage} />}
    </>
  );
}

function Movement({ item }: { item: LedgerItem }) {
  const isGain = item.amount >= 0;
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{item.reason}</p>
        <p className="text-sm text-muted">
          <time dateTime={item.createdAt}>{momentText(item.createdAt)}</time>
        </p>
        {item.reference && (
          <p className="font-mono text-xs text-muted [overflow-wrap:anywhere]">{item.reference}</p>
        )}
      </div>
      <div className="shrink-0 text-right">
        <p className={cx("font-semibold", isGain ? "text-win" : "text-loss")}>
          {isGain ? "+" : "−"}
          {formatPoints(Math.abs(item.amount))}
        </p>
        <p className="text-sm text-muted">
          <span className="sr-only">Balance after: </span>
          {formatPoints(item.balanceAfter)}
        </p>
      </div>
    </li>
  );
}

function LoadingMovements() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading the ledger</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex items-center justify-between gap-6">
          <Skeleton className="h-10 flex-1 rounded-sm" />
          <Skeleton className="h-10 w-20 rounded-sm" />
        </div>
      ))}
    </div>
  );
}
