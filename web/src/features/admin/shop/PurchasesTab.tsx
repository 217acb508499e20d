import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { queryClient } from "@/wire/queries";
import { choiceOf, useListAddress, useStandingPage } from "../lists/address";
import { ListBar } from "../lists/ListBar";
import { Pages } from "../lists/Pages";
import { useKeptFocus } from "../lists/use-kept-focus";
import {
  type PurchaseCounts,
  type PurchaseFilter,
  type PurchasesSearch,
  purchaseFilters,
  purchaseOrders,
  purchaseStatuses,
} from "./model";
import { PurchaseTable, type StatusOrders } from "./PurchaseTable";
import { purchasesQuery, usePurchases } from "./queries";
import * as texts from "./texts/en";

/** What members have bought, searched and in pages. */
export function PurchasesTab(orders: StatusOrders) {
  const [address, turn] = useListAddress();
  const search: PurchasesSearch = {
    page: address.page,
    q: address.q,
    status: choiceOf(purchaseFilters, address.status),
    sort: choiceOf(purchaseOrders, address.sort),
  };
  const query = usePurchases(search);
  const { data, isPlaceholderData } = query;
  useStandingPage(isPlaceholderData ? undefined : data?.pages);
  const show = (status: PurchaseFilter) =>
    turn({ status: status === "all" ? "" : status, page: 1 });
  return (
    <div className="flex flex-col gap-5">
      <ListBar
        label={texts.searchPurchases}
        placeholder={texts.memberEmailItemPurchase}
        text={search.q}
        onSearch={(q) => turn({ q, page: 1 })}
        orders={purchaseOrders}
        order={search.sort}
        onOrder={(sort) => turn({ sort: sort === "newest" ? "" : sort, page: 1 })}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="max-w-full overflow-x-auto whitespace-nowrap">
          <ToggleGroup
            label={texts.status}
            options={purchaseFilters.map(({ value, label }) => ({
              value,
              label: <FilterLabel name={label} count={data && countOf(data.counts, value)} />,
            }))}
            value={search.status}
            onValueChange={show}
          />
        </div>
        <p role="status" className="text-sm text-muted sm:ml-auto">
          {data !== undefined && countText(data.total, search.q)}
        </p>
      </div>
      <Purchases
        query={query}
        search={search}
        orders={orders}
        onShowAll={() => show("all")}
        onClear={() => turn({ q: "", page: 1 })}
        onPage={(page) => turn({ page })}
      />
    </div>
  );
}

/** A status with how many the search finds of it. */
function FilterLabel({ name, count }: { name: string; count: number | undefined }) {
  return (
    <>
      {name}{" "}
      {count !== undefined && (
        <span className="text-xs font-medium text-muted">{formatPoints(count)}</span>
      )}
    </>
  );
}

function countOf(counts: PurchaseCounts, filter: PurchaseFilter): number {
  if (filter !== "all") return counts[filter];
  return purchaseStatuses.reduce((sum, status) => sum + counts[status], 0);
}

function countText(total: number, q: string): string {
  const purchases = texts.purchaseCount(total);
  return q === "" ? purchases : texts.found(purchases);
}

type PurchasesProps = {
  query: ReturnType<typeof usePurchases>;
  search: PurchasesSearch;
  orders: StatusOrders;
  onShowAll: () => void;
  onClear: () => void;
  onPage: (page: number) => void;
};

function Purchases({ query, search, orders, onPage, ...ways }: PurchasesProps) {
  const { data, isPlaceholderData } = query;
  const list = useKeptFocus();
  const hasRows = data !== undefined && data.items.length > 0;
  return (
    <>
      <div ref={list} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        <QueryView query={query} what={texts.thePurchases} loading={<LoadingPurchases />}>
          {({ items, total, counts }) =>
            items.length > 0 ? (
              <PurchaseTable
                purchases={items}
                caption={captions[search.sort]}
                isOld={isPlaceholderData}
                {...orders}
              />
            ) : // No rows of another search are none for this one; and a page that has gone is about to be left.
            total === 0 && !isPlaceholderData ? (
              <NoPurchases search={search} others={countOf(counts, "all")} {...ways} />
            ) : (
              <LoadingPurchases />
            )
          }
        </QueryView>
      </div>
      {hasRows && data.pages > 1 && (
        <Pages
          page={search.page}
          pages={data.pages}
          onPage={onPage}
          onApproach={(page) => void queryClient.prefetchQuery(purchasesQuery({ ...search, page }))}
        />
      )}
    </>
  );
}

const captions: Readonly<Record<PurchasesSearch["sort"], string>> = {
  newest: texts.purchasesNewestFirst,
  oldest: texts.purchasesOldestFirst,
  points: texts.purchasesMostPointsFirst,
  username: texts.purchasesByUsername,
};

type NoPurchasesProps = Pick<PurchasesProps, "search" | "onShowAll" | "onClear"> & {
  /** How many the search finds of every status. */
  others: number;
};

function NoPurchases({ search: { q, status }, others, onShowAll, onClear }: NoPurchasesProps) {
  if (q !== "")
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title={texts.noPurchaseFits}
          actions={
            <>
              {others > 0 && <Button onClick={onShowAll}>{texts.showEveryStatus}</Button>}
              <Button onClick={onClear}>{texts.clearSearch}</Button>
            </>
          }
        >
          <p className="[overflow-wrap:anywhere]">
            {(status === "all" ? texts.noneMatch : texts.noneWithStatusMatch[status])(q)}
          </p>
        </EmptyState>
      </Card>
    );
  if (status !== "all")
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title={texts.noneWithStatus[status]}
          actions={<Button onClick={onShowAll}>{texts.showAllPurchases}</Button>}
        />
      </Card>
    );
  return (
    <Card>
      <EmptyState art={<EmptyRows />} title={texts.noPurchasesYet}>
        <p>{texts.whatMembersBuyPoints}</p>
      </EmptyState>
    </Card>
  );
}

function LoadingPurchases() {
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div role="status">
        <span className="sr-only">{texts.loadingPurchases}</span>
      </div>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-6">
          <Skeleton className="h-5 flex-1 rounded-sm" />
          <Skeleton className="h-5 w-28 rounded-sm" />
          <Skeleton className="h-10 w-32 rounded-sm" />
        </div>
      ))}
    </Card>
  );
}
