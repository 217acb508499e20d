import { type DragEvent, useLayoutEffect, useRef, useState } from "react";
import { cx } from "@/ui/cx";
import { type ItemAction, ItemCard, type Mover } from "./ItemCard";
import { type Item, moved } from "./model";

type ItemShelfProps = {
  items: readonly Item[];
  /** By id, what the draft has made of an item. */
  marks: ReadonlyMap<string, "New" | "Changed">;
  /** Null while a filter hides some of them. */
  onOrder: ((items: readonly Item[]) => void) | null;
  onOpen: (action: ItemAction, item: Item) => void;
  onToggle: (item: Item) => void;
};

/** The items in their order, which is changed by dragging, by buttons and by the arrow keys. */
export function ItemShelf({ items, marks, onOrder, onOpen, onToggle }: ItemShelfProps) {
  const shelf = useRef<HTMLUListElement>(null);
  const keepFocus = useFocusAfterMove(shelf);
  const [said, setSaid] = useState("");
  const put = (id: string, place: number) => {
    const item = items.find((one) => one.id === id);
    if (item === undefined || onOrder === null || place < 0 || place >= items.length) return;
    onOrder(moved(items, id, place));
    setSaid(`${item.title} is now at place ${place + 1} of ${items.length}`);
  };
  const drag = useDrag(items, put);
  const moverOf = (item: Item, place: number): Mover => ({
    place,
    count: items.length,
    isDragged: drag.draggedId === item.id,
    onMove: (by, control) => {
      keepFocus(control, item.id);
      put(item.id, place + by);
    },
    onDragStart: () => drag.start(item.id),
    onDragEnd: drag.end,
  });
  return (
    <>
      <ul ref={shelf} {...drag.shelf} className="flex flex-col gap-3">
        {items.map((item, place) => (
          <li key={item.id} data-place={place} className="relative">
            <Gap isOpen={drag.gap === place} edge="top" />
            <ItemCard
              item={item}
              mark={marks.get(item.id) ?? null}
              mover={onOrder === null ? null : moverOf(item, place)}
              onOpen={onOpen}
              onToggle={onToggle}
            />
            {place === items.length - 1 && <Gap isOpen={drag.gap === items.length} edge="bottom" />}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

/** Where a dragged item would land. */
function Gap({ isOpen, edge }: { isOpen: boolean; edge: "top" | "bottom" }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "pointer-events-none absolute inset-x-2 h-0.75 rounded-full bg-gold-400 transition-opacity",
        edge === "top" ? "-top-[7.5px]" : "-bottom-[7.5px]",
        isOpen ? "opacity-100" : "opacity-0",
      )}
    />
  );
}

/** Dragging with the browser's own means: the list is changed only when the item is let go of. */
function useDrag(items: readonly Item[], onPut: (id: string, place: number) => void) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  // Before which place it would land; the number of items stands for the end.
  const [gap, setGap] = useState<number | null>(null);
  const end = () => {
    setDraggedId(null);
    setGap(null);
  };
  const over = (event: DragEvent<HTMLUListElement>) => {
    if (draggedId === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    setGap(gapAt(event) ?? gap);
  };
  const drop = (event: DragEvent<HTMLUListElement>) => {
    event.preventDefault();
    const from = items.findIndex(({ id }) => id === draggedId);
    const target = gapAt(event) ?? gap;
    if (draggedId !== null && target !== null && from !== -1) {
      // Its own place closes behind it.
      const place = target > from ? target - 1 : target;
      if (place !== from) onPut(draggedId, place);
    }
    end();
  };
  return {
    draggedId,
    gap,
    start: setDraggedId,
    end,
    shelf: { onDragOver: over, onDrop: drop },
  };
}

/** Before which place the pointer is; null between two items, where nothing changes. */
function gapAt(event: DragEvent): number | null {
  const row = event.target instanceof Element ? event.target.closest("[data-place]") : null;
  if (row === null) return null;
  const place = Number(row.getAttribute("data-place"));
  const { top, height } = row.getBoundingClientRect();
  return event.clientY < top + height / 2 ? place : place + 1;
}

/** Moving a row takes the focus from what is in it: it goes back, or to the grip at either end. */
function useFocusAfterMove(shelf: { readonly current: HTMLElement | null }) {
  const wanted = useRef<{ control: string; id: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { control, id } = wanted.current;
    wanted.current = null;
    const find = (name: string) =>
      shelf.current?.querySelector<HTMLButtonElement>(
        `[data-control="${name} ${CSS.escape(id)}"]:not(:disabled)`,
      );
    (find(control) ?? find("grip"))?.focus();
  });
  return (control: string, id: string) => {
    wanted.current = { control, id };
  };
}
