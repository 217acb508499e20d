import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatCount } from "@/ui/format/words";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyShelf } from "./EmptyShelf";
import { ItemCard } from "./ItemCard";
import type { Step } from "./ItemDialog";
import { type Item, type Order, shelfOf } from "./model";
import { SortBar } from "./SortBar";

type ShelfProps = {
  items: readonly Item[];
  order: Order;
  onOrder: (order: Order) => void;
  onOpen: (item: Item, firstStep: Step) => void;
};

const grid = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";
const empty = "No Items Available";

/** The items for sale, in the order that was chosen. */
export function Shelf(props: ShelfProps) {
  const { items, order, onOrder, onOpen } = props;
  const shown = shelfOf(items, order);
  return (
    <section aria-label="Items" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <SortBar order={order} onOrder={onOrder} />
        <p role="status" className="text-sm text-muted">
          {formatCount(shown.length, "item")}
        </p>
      </div>
      {shown.length > 0 ? (
        <ul className={grid}>
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
        actions={<Button onClick={() => onOrder("all")}>Show all items</Button>}
      >
        <p>Everything is sold out at the moment.</p>
      </EmptyState>
    );
  return (
    <EmptyState art={<EmptyShelf />} title={empty}>
      <p>New items will appear here as soon as they are published.</p>
    </EmptyState>
  );
}

export function LoadingShelf() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading the shop</span>
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
