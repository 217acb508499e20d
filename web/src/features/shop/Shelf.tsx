import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import type { fetchedAhead } from "@/ui/fetched-ahead";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyShelf } from "./EmptyShelf";
import { ItemCard } from "./ItemCard";
import type { Step } from "./ItemDialog";
import { type Item, type Order, shelfOf } from "./model";
import { SortBar } from "./SortBar";
import * as texts from "./texts/en";

type ShelfProps = {
  items: readonly Item[];
  order: Order;
  onOrder: (order: Order) => void;
  onOpen: (item: Item, firstStep: Step) => void;
  /** Fetches what the items open. */
  near: ReturnType<typeof fetchedAhead>;
};

const grid = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";
const empty = texts.noItemsAvailable;

/** The items for sale, in the order that was chosen. */
export function Shelf(props: ShelfProps) {
  const { items, order, onOrder, onOpen, near } = props;
  const shown = shelfOf(items, order);
  return (
    <section aria-label={texts.items} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <SortBar order={order} onOrder={onOrder} />
        <p role="status" className="text-sm text-muted">
          {texts.itemCount(shown.length)}
        </p>
      </div>
      {shown.length > 0 ? (
        <ul className={grid} {...near}>
          {shown.map((item) => (
            <li key={item.id} className="min-w-0 animate-rise">
              <ItemCard
                item={item}
                onOpen={() => onOpen(item, "details")}
                onPurchase={() => onOpen(item, "confirm")}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Card>
          <Nothing {...props} />
        </Card>
      )}
    </section>
  );
}

function Nothing({ items, order, onOrder }: ShelfProps) {
  if (order === "stock" && items.length > 0)
    return (
      <EmptyState
        art={<EmptyShelf />}
        title={empty}
        actions={<Button onClick={() => onOrder("all")}>{texts.showAllItems}</Button>}
      >
        <p>{texts.everythingSoldOutMoment}</p>
      </EmptyState>
    );
  return (
    <EmptyState art={<EmptyShelf />} title={empty}>
      <p>{texts.newItemsWillAppear}</p>
    </EmptyState>
  );
}

export function LoadingShelf() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{texts.loadingShop}</span>
      <Skeleton className="h-24 w-full rounded-md sm:h-12 sm:w-[34rem] sm:max-w-full" />
      <div className={grid}>
        {[0, 1, 2].map((card) => (
          <Card key={card} className="overflow-hidden">
            <Skeleton className="aspect-[8/5]" />
            <div className="flex flex-col gap-3 p-5">
              <Skeleton className="h-4 w-24 rounded-sm" />
              <Skeleton className="h-6 w-44 max-w-full rounded-sm" />
              <Skeleton className="h-10 rounded-sm" />
              <Skeleton className="mt-2 h-11 rounded-md" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
