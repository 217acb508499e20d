import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useRef, useState } from "react";
import { cx } from "@/ui/cx";
import { type ItemAction, ItemCard } from "./ItemCard";
import { type Item, moved } from "./model";
import * as texts from "./texts/en";

type ItemShelfProps = {
  items: readonly Item[];
  /** By id, what the draft has made of an item. */
  marks: ReadonlyMap<string, string>;
  /** Null while a filter hides some of them. */
  onOrder: ((items: readonly Item[]) => void) | null;
  onOpen: (action: ItemAction, item: Item) => void;
  onToggle: (item: Item) => void;
};

type RowProps = Pick<ItemShelfProps, "onOpen" | "onToggle"> & {
  item: Item;
  mark: string | null;
  place: number;
  count: number;
  onMove: (place: number) => void;
};

/** The items in their order, which is changed by dragging, by buttons and by the keyboard. */
export function ItemShelf({ items, marks, onOrder, onOpen, onToggle }: ItemShelfProps) {
  const [moveText, setMoveText] = useState("");
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (item: Item, to: number) => {
    onOrder?.(moved(items, item.id, to));
    setMoveText(texts.nowPlace(item.title, to + 1, items.length));
  };
  const cardProps = (item: Item) => ({ item, mark: marks.get(item.id) ?? null, onOpen, onToggle });
  if (onOrder === null)
    return (
      <ul className="flex flex-col gap-3">
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard {...cardProps(item)} mover={null} />
          </li>
        ))}
      </ul>
    );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertically]}
      accessibility={{
        announcements: announcementsOf(items),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragEnd={({ active, over }) => {
        if (over !== null && over.id !== active.id)
          onOrder(moved(items, String(active.id), placeOf(items, over.id)));
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className="flex flex-col gap-3">
          {items.map((item, index) => (
            <Row
              key={item.id}
              {...cardProps(item)}
              place={index}
              count={items.length}
              onMove={(to) => place(item, to)}
            />
          ))}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {moveText}
      </p>
    </DndContext>
  );
}

function Row({ item, mark, place, count, onMove, onOpen, onToggle }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging, ...motion } =
    useSortable({ id: item.id });
  const gripNode = useRef<HTMLButtonElement | null>(null);
  const move = (by: -1 | 1) => {
    const to = place + by;
    // At either end the pressed button is disabled, which would lose the focus.
    if (to === 0 || to === count - 1) gripNode.current?.focus();
    onMove(to);
  };
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: motion.transform === null ? undefined : `translateY(${motion.transform.y}px)`,
        transition: motion.transition,
      }}
      className={cx("relative", isDragging && "z-10")}
    >
      <ItemCard
        item={item}
        mark={mark}
        mover={{
          place,
          count,
          isDragged: isDragging,
          onMove: move,
          grip: {
            ...attributes,
            ...listeners,
            ref: (node) => {
              gripNode.current = node;
              setActivatorNodeRef(node);
            },
          },
        }}
        onOpen={onOpen}
        onToggle={onToggle}
      />
    </li>
  );
}

const INSTRUCTIONS = texts.pressSpacePickUp;

const vertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

function placeOf(items: readonly Item[], id: string | number): number {
  return items.findIndex((item) => item.id === id);
}

/** What screen readers announce while an item is dragged. */
function announcementsOf(items: readonly Item[]): Announcements {
  const title = (id: string | number) => items.find((item) => item.id === id)?.title ?? "";
  const place = (id: string | number) => texts.placeText(placeOf(items, id) + 1, items.length);
  return {
    onDragStart: ({ active: { id } }) => texts.pickedUp(title(id), place(id)),
    onDragOver: ({ active, over }) =>
      over === null ? undefined : texts.movedOver(title(active.id), place(over.id)),
    onDragEnd: ({ active, over }) => texts.dropped(title(active.id), place((over ?? active).id)),
    onDragCancel: ({ active: { id } }) => texts.dragCancelled(title(id), place(id)),
  };
}
