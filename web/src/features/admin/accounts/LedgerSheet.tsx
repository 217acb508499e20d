import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { reasonOf } from "@/features/wallet/ledger-text";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Sheet } from "@/ui/Dialog";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { EmptyState } from "@/ui/PageState";
import { Points } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { Pages } from "../lists/Pages";
import { SearchField } from "../lists/SearchField";
import { Private } from "../shell/Private";
import { useHiding } from "../shell/private";
import * as hidden from "../shell/texts/private.en";
import type { Account } from "./model";
import { type LedgerItem, type LedgerPage, type LedgerSearch, ledgerQuery } from "./queries";
import * as texts from "./texts/en";

const newestFirst: LedgerSearch = { page: 1, q: "" };

/** A member's movements of points, newest first, over the list of accounts. */
export function LedgerSheet({ account, onClose }: { account: Account; onClose: () => void }) {
  const [search, setSearch] = useState<LedgerSearch>(newestFirst);
  // The list of accounts may have been read before the ledger was: the two must not differ here.
  const [newest] = useQuery(ledgerQuery(account.id, newestFirst)).data?.items ?? [];
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.ledgerText(account.username)}
      side="right"
    >
      <div className="flex flex-col gap-5 px-6 pb-6">
        <p className="flex items-center gap-3 text-sm text-muted">
          {texts.balance(
            <Private what={hidden.balanceOf(account.username)}>
              <Points amount={newest?.balanceAfter ?? account.points} className="text-base" />
            </Private>,
          )}
        </p>
        <SearchField
          label={texts.searchLedger}
          placeholder={texts.reasonReference}
          text={search.q}
          onSearch={(q) => setSearch({ page: 1, q })}
        />
        <Movements id={account.id} search={search} onSearch={setSearch} />
      </div>
    </Sheet>
  );
}

type MovementsProps = {
  id: string;
  search: LedgerSearch;
  onSearch: (search: LedgerSearch) => void;
};

function Movements({ id, search, onSearch }: MovementsProps) {
  const query = useQuery(ledgerQuery(id, search));
  return (
    <QueryView query={query} what={texts.theLedger} loading={<LoadingMovements />} failedAs="bare">
      {(data) => (
        <LoadedMovements
          search={search}
          onSearch={onSearch}
          data={data}
          isPrevious={query.isPlaceholderData}
        />
      )}
    </QueryView>
  );
}

type LoadedMovementsProps = Omit<MovementsProps, "id"> & {
  data: LedgerPage;
  /** Rows of another search, shown until those asked for are there. */
  isPrevious: boolean;
};

function LoadedMovements({ search, onSearch, data, isPrevious }: LoadedMovementsProps) {
  // That another search found nothing says nothing of this one.
  if (isPrevious && data.total === 0) return <LoadingMovements />;
  if (data.total === 0)
    return <NoMovements q={search.q} onClear={() => onSearch({ page: 1, q: "" })} />;
  return (
    <>
      {search.q !== "" && (
        <p role="status" className="-mb-2 text-sm text-muted">
          {texts.foundText(data.total)}
        </p>
      )}
      <ul
        aria-label={texts.movementsNewestFirst}
        aria-busy={isPrevious}
        className={cx(
          "divide-y divide-line border-y border-line transition-opacity",
          isPrevious && "opacity-55",
        )}
      >
        {data.items.map((item) => (
          <Movement key={item.seq} item={item} />
        ))}
      </ul>
      {data.pages > 1 && (
        <Pages
          page={search.page}
          pages={data.pages}
          onPage={(page) => onSearch({ ...search, page })}
        />
      )}
    </>
  );
}

function NoMovements({ q, onClear }: { q: string; onClear: () => void }) {
  if (q === "")
    return (
      <EmptyState art={<EmptyRows />} title={texts.noPointsHaveMoved}>
        <p>{texts.theirFirstClaimBet}</p>
      </EmptyState>
    );
  return (
    <EmptyState
      art={<EmptyRows />}
      title={texts.noEntriesMatch}
      actions={<Button onClick={onClear}>{texts.clearSearch}</Button>}
    >
      <p className="[overflow-wrap:anywhere]">{texts.noEntryMatches(q)}</p>
    </EmptyState>
  );
}

function Movement({ item }: { item: LedgerItem }) {
  const isGain = item.amount >= 0;
  const isHiding = useHiding();
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{reasonOf(item)}</p>
        <About item={item} />
        <p className="text-sm text-muted">
          <time dateTime={item.createdAt}>{formatMoment(item.createdAt)}</time>
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
        {!isHiding && (
          <p className="text-sm text-muted">
            <span className="sr-only">{texts.balanceAfter}</span>
            {formatPoints(item.balanceAfter)}
          </p>
        )}
      </div>
    </li>
  );
}

/** What it was for: the name of a giveaway, an item or a challenge, or the reason that was given. */
function About({ item: { name, note } }: { item: LedgerItem }) {
  const text = name ?? note;
  if (!text) return null;
  return (
    <p dir="auto" className="text-sm [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}

function LoadingMovements() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{texts.loadingLedger}</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex items-center justify-between gap-6">
          <Skeleton className="h-10 flex-1 rounded-sm" />
          <Skeleton className="h-10 w-20 rounded-sm" />
        </div>
      ))}
    </div>
  );
}
