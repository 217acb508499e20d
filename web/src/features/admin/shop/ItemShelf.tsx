import { Sortable } from "../shell/Sortable";
import { type ItemAction, ItemCard } from "./ItemCard";
import type { Item } from "./model";

type ItemShelfProps = {
  items: readonly Item[];
  /** By id, what the draft has made of an item. */
  marks: ReadonlyMap<string, string>;
  /** Null while a filter hides some of them. */
  onOrder: ((items: readonly Item[]) => void) | null;
  onOpen: (action: ItemAction, item: Item) => void;
  onToggle: (item: Item) => void;
};

/** The items in their order, which is changed by dragging, by buttons and by the keyboard. */
export function ItemShelf({ items, marks, onOrder, onOpen, onToggle }: ItemShelfProps) {
  const cardProps = (item: Item) => ({ item, mark: marks.get(item.id) ?? null, onOpen, onToggle });
  if (onOrder === null)
    return (
      <ul className="flex flex-col gap-3">
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard {...cardProps(item)} />
          </li>
        ))}
      </ul>
    );
  return (
    <Sortable entries={items} onOrder={onOrder}>
      {(item) => <ItemCard {...cardProps(item)} />}
    </Sortable>
  );
}
