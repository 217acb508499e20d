import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { lazyPart } from "@/ui/lazy-part";
import { Message, type MessageContent } from "@/ui/Message";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { DraftDesk } from "../drafts/DraftDesk";
import { differencesOf } from "../drafts/model";
import type { useDraft } from "../drafts/use-draft";
import { useMay } from "../session/rights";
import { Stat, Stats } from "../shell/Stats";
import { useFormDefaults } from "../status/form-defaults";
import type { ItemAction } from "./ItemCard";
import { ItemShelf } from "./ItemShelf";
import { asOfNow, type Item, type ItemFilter, matching, traits } from "./model";
import { itemList } from "./queries";
import * as texts from "./texts/en";

const ShopPushDialog = lazyPart(() => import("./ShopPushDialog"));

type ItemsTabProps = {
  draft: ReturnType<typeof useDraft<Item>>;
  message: MessageContent | null;
  onAdd: () => void;
  onOpen: (action: ItemAction, item: Item) => void;
  onToggle: (item: Item) => void;
  onDone: (text: string) => void;
  onFailed: (text: string, reason: string) => void;
};

const filters: readonly { value: ItemFilter; label: string }[] = [
  { value: "all", label: texts.all },
  { value: "active", label: texts.active },
  { value: "inactive", label: texts.inactive },
  { value: "out-of-stock", label: texts.outStock },
];

/** The items of the draft, with what has been sold by now. */
export function ItemsTab(props: ItemsTabProps) {
  // The form begins with them.
  useFormDefaults();
  const mayChange = useMay("shop", "change");
  const { draft, message, onAdd, onOpen, onToggle, onDone, onFailed } = props;
  const { live, entries, query } = draft;
  const known = new Map(live?.entries.map((item) => [item.id, item]));
  // A draft of this browser is another person's.
  const shown = mayChange ? entries : live?.entries;
  const items = shown?.map((item) => asOfNow(item, known.get(item.id)));
  return (
    <div className="flex flex-col gap-5">
      {(items !== undefined || !query.isError) && <ItemStats items={items} />}
      <div
        className={cx(
          "sticky top-19 z-10 flex flex-col gap-3 lg:top-3",
          // Without anything in it, it takes no room of its own either.
          draft.standing === "synced" && message === null && "-mb-5",
        )}
      >
        {mayChange && (
          <DraftDesk
            list={itemList}
            what={texts.publicPointsShop}
            renderPush={(dialog) => (
              <Suspense fallback={null}>
                <ShopPushDialog {...dialog} draft={draft} onDone={onDone} onFailed={onFailed} />
              </Suspense>
            )}
            onDone={onDone}
            onFailed={(text, reason) => onFailed(`${text}: ${reason}`, "")}
          />
        )}
        <Message message={message} />
      </div>
      <QueryView query={query} what={texts.theItems} loading={<LoadingShelf />}>
        {(loaded) => (
          <Shelf
            items={items ?? []}
            live={loaded.entries}
            onOrder={(next) => draft.change(rawOrder(entries ?? [], next))}
            onAdd={onAdd}
            onOpen={onOpen}
            onToggle={onToggle}
          />
        )}
      </QueryView>
    </div>
  );
}

/** The draft's own entries in the order of what is shown. */
function rawOrder(entries: readonly Item[], order: readonly Item[]): readonly Item[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return order.map((item) => byId.get(item.id) ?? item);
}

type ShelfProps = Pick<ItemsTabProps, "onAdd" | "onOpen" | "onToggle"> & {
  items: readonly Item[];
  live: readonly Item[];
  onOrder: (items: readonly Item[]) => void;
};

function Shelf({ items, live, onOrder, onAdd, onOpen, onToggle }: ShelfProps) {
  const [filter, setFilter] = useState<ItemFilter>("all");
  const mayChange = useMay("shop", "change");
  const shown = matching(items, filter);
  const marks = new Map(
    differencesOf(traits, live, items).map(({ id, kind }) => [
      id,
      kind === "only-draft" ? texts.newLabel : texts.changed,
    ]),
  );
  if (items.length === 0)
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title={texts.noItemsYet}
          actions={
            mayChange && (
              <Button onClick={onAdd} icon={<Plus aria-hidden="true" className="size-4.5" />}>
                {texts.addFirstItem}
              </Button>
            )
          }
        >
          {mayChange && <p>{texts.addOneDraftThen}</p>}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="max-w-full overflow-x-auto *:whitespace-nowrap">
          <ToggleGroup
            label={texts.status}
            options={filters}
            value={filter}
            onValueChange={setFilter}
          />
        </div>
        <p role="status" className="text-sm text-muted sm:ml-auto">
          {filter === "all" || !mayChange
            ? texts.itemCount(shown.length)
            : texts.clearFiltersReorder}
        </p>
      </div>
      {shown.length > 0 ? (
        <ItemShelf
          items={shown}
          marks={marks}
          onOrder={filter === "all" && mayChange ? onOrder : null}
          onOpen={onOpen}
          onToggle={onToggle}
        />
      ) : (
        <Card>
          <EmptyState
            art={<EmptyRows />}
            title={texts.noItemFitsFilter}
            actions={<Button onClick={() => setFilter("all")}>{texts.clearFilter}</Button>}
          />
        </Card>
      )}
    </>
  );
}

function ItemStats({ items }: { items: readonly Item[] | undefined }) {
  const count = (filter: ItemFilter) =>
    items === undefined ? null : matching(items, filter).length;
  return (
    <Stats>
      <Stat label={texts.total}>{count("all")}</Stat>
      <Stat label={texts.active}>{count("active")}</Stat>
      <Stat label={texts.inactive}>{count("inactive")}</Stat>
      <Stat label={texts.outStock}>{count("out-of-stock")}</Stat>
    </Stats>
  );
}

function LoadingShelf() {
  return (
    <div className="flex flex-col gap-3">
      <div role="status">
        <span className="sr-only">{texts.loadingItems}</span>
      </div>
      {[0, 1, 2].map((row) => (
        <Card key={row} className="flex items-center gap-5 p-4">
          <Skeleton className="h-18 w-24 rounded-md" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-5 w-48 rounded-sm" />
            <Skeleton className="h-4 w-72 max-w-full rounded-sm" />
          </div>
          <Skeleton className="h-10 w-56 rounded-sm max-sm:hidden" />
        </Card>
      ))}
    </div>
  );
}
