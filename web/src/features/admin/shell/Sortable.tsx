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
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { moved } from "./moved";
import { type Mover, MoverContext, useMover } from "./mover";
import * as texts from "./texts/sortable.en";

type Titled = { id: string; title: string };

type SortableProps<Entry extends Titled> = {
  entries: readonly Entry[];
  onOrder: (entries: readonly Entry[]) => void;
  isDisabled?: boolean;
  className?: string;
  children: (entry: Entry) => ReactNode;
};

/** A list whose order is changed by dragging, by buttons and by the keyboard. */
export function Sortable<Entry extends Titled>(props: SortableProps<Entry>) {
  const { entries, onOrder, isDisabled = false, className, children } = props;
  const [moveText, setMoveText] = useState("");
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = ({ id, title }: Entry, to: number) => {
    onOrder(moved(entries, id, to));
    setMoveText(texts.nowPlace(title, to + 1, entries.length));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertically]}
      accessibility={{
        announcements: announcementsOf(entries),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragEnd={({ active, over }) => {
        if (over !== null && over.id !== active.id)
          onOrder(moved(entries, String(active.id), placeOf(entries, over.id)));
      }}
    >
      <SortableContext
        items={entries.map(({ id }) => id)}
        strategy={verticalListSortingStrategy}
        disabled={isDisabled}
      >
        <ul className={className ?? "flex flex-col gap-3"}>
          {entries.map((entry, index) => (
            <Row
              key={entry.id}
              entry={entry}
              place={index}
              count={entries.length}
              isDisabled={isDisabled}
              onMove={(to) => place(entry, to)}
            >
              {children(entry)}
            </Row>
          ))}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {moveText}
      </p>
    </DndContext>
  );
}

type RowProps = {
  entry: Titled;
  place: number;
  count: number;
  isDisabled: boolean;
  onMove: (place: number) => void;
  children: ReactNode;
};

function Row({ entry, place, count, isDisabled, onMove, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging, ...motion } =
    useSortable({ id: entry.id });
  const gripNode = useRef<HTMLButtonElement | null>(null);
  const move = (by: -1 | 1) => {
    const to = place + by;
    // At either end the pressed button is disabled, which would lose the focus.
    if (to === 0 || to === count - 1) gripNode.current?.focus();
    onMove(to);
  };
  const mover: Mover = {
    title: entry.title,
    place,
    count,
    isDragged: isDragging,
    isDisabled,
    onMove: move,
    grip: {
      ...attributes,
      ...listeners,
      ref: (node) => {
        gripNode.current = node;
        setActivatorNodeRef(node);
      },
    },
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
      <MoverContext value={mover}>{children}</MoverContext>
    </li>
  );
}

/** Dragged by mouse or finger, moved with the arrow keys after the space bar. */
export function Grip() {
  const mover = useMover();
  if (mover === null) return null;
  const { grip, title, place, count, isDisabled } = mover;
  return (
    <button
      {...grip}
      type="button"
      disabled={isDisabled}
      aria-label={texts.place(title, place + 1, count)}
      title={texts.dragOrPress}
      className="flex h-full min-h-11 cursor-grab touch-none flex-col items-center justify-center gap-1 rounded-sm text-faint transition-colors hover:bg-ink-800 hover:text-text active:cursor-grabbing disabled:cursor-not-allowed disabled:hover:bg-transparent"
    >
      <GripVertical aria-hidden="true" className="size-5" />
      <span aria-hidden="true" className="text-xs font-semibold">
        {place + 1}
      </span>
    </button>
  );
}

export function MoveButtons() {
  const mover = useMover();
  if (mover === null) return null;
  const { title, place, count, isDisabled, onMove } = mover;
  return (
    <>
      <IconButton
        label={texts.moveUp(title)}
        disabled={isDisabled || place === 0}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton
        label={texts.moveDown(title)}
        disabled={isDisabled || place === count - 1}
        onClick={() => onMove(1)}
      >
        <ArrowDown aria-hidden="true" className="size-4.5" />
      </IconButton>
    </>
  );
}

const INSTRUCTIONS = texts.instructions;

const vertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

function placeOf(entries: readonly Titled[], id: string | number): number {
  return entries.findIndex((entry) => entry.id === id);
}

/** What screen readers announce while an entry is dragged. */
function announcementsOf(entries: readonly Titled[]): Announcements {
  const title = (id: string | number) => entries.find((entry) => entry.id === id)?.title ?? "";
  const place = (id: string | number) => texts.placeText(placeOf(entries, id) + 1, entries.length);
  return {
    onDragStart: ({ active: { id } }) => texts.pickedUp(title(id), place(id)),
    onDragOver: ({ active, over }) =>
      over === null ? undefined : texts.movedOver(title(active.id), place(over.id)),
    onDragEnd: ({ active, over }) => texts.dropped(title(active.id), place((over ?? active).id)),
    onDragCancel: ({ active: { id } }) => texts.dragCancelled(title(id), place(id)),
  };
}
