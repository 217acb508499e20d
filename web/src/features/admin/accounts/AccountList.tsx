import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { queryClient } from "@/wire/queries";
import { Pages } from "../lists/Pages";
import { AccountCard, type AccountDialog } from "./AccountCard";
import type { Account, AccountsSearch } from "./model";
import { type AccountsPage, accountsQuery } from "./queries";
import * as texts from "./texts/en";

type AccountListProps = {
  search: AccountsSearch;
  onSearch: (search: AccountsSearch) => void;
  onOpen: (dialog: AccountDialog, account: Account) => void;
};

const grid = "grid gap-4 md:grid-cols-2 2xl:grid-cols-3";

/** A page of the accounts that were searched for. */
export function AccountList({ search, onSearch, onOpen }: AccountListProps) {
  const query = useQuery(accountsQuery(search));
  return (
    <QueryView query={query} what={texts.theAccounts} loading={<LoadingList />}>
      {(data) => (
        <LoadedList
          search={search}
          onSearch={onSearch}
          onOpen={onOpen}
          data={data}
          isPrevious={query.isPlaceholderData}
          isBusy={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
      )}
    </QueryView>
  );
}

type LoadedListProps = AccountListProps & {
  data: AccountsPage;
  /** Accounts of another search, shown until those asked for are there. */
  isPrevious: boolean;
  isBusy: boolean;
  onRefresh: () => void;
};

function LoadedList({ data, isPrevious, isBusy, onRefresh, ...list }: LoadedListProps) {
  const { search, onSearch, onOpen } = list;
  // That another search found nobody says nothing of this one, and a page that has gone is about to be
  // left.
  const hasNone = data.items.length === 0;
  if (hasNone && (isPrevious || data.total > 0)) return <LoadingList />;
  if (hasNone)
    return <NoAccounts search={search} isBusy={isBusy} onSearch={onSearch} onRefresh={onRefresh} />;
  const turn = (page: number) => onSearch({ ...search, page });
  return (
    <>
      <p role="status" className="-mb-2 text-sm text-muted">
        {countText(data.total, search.q)}
      </p>
      <div
        aria-busy={isPrevious}
        className={cx(grid, "transition-opacity", isPrevious && "opacity-55")}
      >
        {data.items.map((account) => (
          <AccountCard key={account.id} account={account} onOpen={onOpen} />
        ))}
      </div>
      {data.pages > 1 && (
        <Pages
          page={search.page}
          pages={data.pages}
          onPage={turn}
          onApproach={(page) => void queryClient.prefetchQuery(accountsQuery({ ...search, page }))}
        />
      )}
    </>
  );
}

function countText(total: number, q: string): string {
  const accounts = texts.accountCount(total);
  return q === "" ? accounts : texts.found(accounts);
}

type NoAccountsProps = Pick<AccountListProps, "search" | "onSearch"> & {
  isBusy: boolean;
  onRefresh: () => void;
};

function NoAccounts({ search, isBusy, onSearch, onRefresh }: NoAccountsProps) {
  return (
    <Card>
      <EmptyState
        art={<EmptyRows />}
        title={texts.noUserAccountsFound}
        actions={
          <>
            {search.q !== "" && (
              <Button onClick={() => onSearch({ ...search, q: "", page: 1 })}>
                {texts.clearSearch}
              </Button>
            )}
            <Button
              busy={isBusy}
              onClick={onRefresh}
              icon={<RotateCw aria-hidden="true" className="size-4" />}
            >
              {texts.refresh}
            </Button>
          </>
        }
      >
        {search.q === "" ? (
          <p>{texts.membersWillAppearHere}</p>
        ) : (
          <p className="[overflow-wrap:anywhere]">{texts.noneMatch(search.q)}</p>
        )}
      </EmptyState>
    </Card>
  );
}

function LoadingList() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">{texts.loadingAccounts}</span>
      {[0, 1, 2, 3].map((card) => (
        <Card key={card} className="flex flex-col gap-5 p-5">
          <div className="flex items-center gap-4">
            <Skeleton className="size-12 rounded-full" />
            <Skeleton className="h-6 w-40 rounded-sm" />
          </div>
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-5 rounded-sm" />
          ))}
          <Skeleton className="h-10 rounded-sm" />
        </Card>
      ))}
    </div>
  );
}
