import { type PointerEvent, useRef } from "react";
import { type Handle, movePlate, type Placed, type Plate, sizePlate } from "./geometry";

/** From how far away a line attracts, in pixels of the screen. */
const REACH = 8;
/** A pointer that moves less has pressed. */
const PRESS_PIXELS = 3;

type Grip = {
  index: number;
  handle: Handle | null;
  pointer: number;
  plate: Plate;
  from: { x: number; y: number };
};

export type Drag = {
  /** Begins to move the plate, or to size it by a handle. */
  start: (event: PointerEvent, handle: Handle | null) => void;
  /** What follows the pointer, for the element that it was pressed on. */
  moves: {
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: (event: PointerEvent) => void;
  };
  /** Whether the last press was a drag. */
  hasMoved: () => boolean;
};

type DragOptions = {
  /** Pixels of the screen for each of the canvas. */
  scale: number;
  plates: readonly Plate[];
  onDrag: (index: number, placed: Placed) => void;
  onEnd: () => void;
};

/** Moves and sizes plates by mouse, pen and finger. */
export function useDrag({ scale, plates, onDrag, onEnd }: DragOptions): (index: number) => Drag {
  const grip = useRef<Grip | null>(null);
  const moved = useRef(false);
  const end = ({ pointerId }: PointerEvent) => {
    if (grip.current?.pointer !== pointerId) return;
    grip.current = null;
    onEnd();
  };
  const move = ({ pointerId, clientX, clientY, altKey }: PointerEvent) => {
    const held = grip.current;
    if (held === null || held.pointer !== pointerId || scale === 0) return;
    const [x, y] = [clientX - held.from.x, clientY - held.from.y];
    if (!moved.current && Math.hypot(x, y) < PRESS_PIXELS) return;
    moved.current = true;
    const by = { x: x / scale, y: y / scale };
    const others = plates.filter((_, index) => index !== held.index);
    const snap = altKey ? null : { others, reach: REACH / scale };
    onDrag(
      held.index,
      held.handle === null
        ? movePlate(held.plate, by, snap)
        : sizePlate(held.plate, held.handle, by, snap),
    );
  };
  return (index) => ({
    start: (event, handle) => {
      const plate = plates[index];
      if (event.button !== 0 || plate === undefined) return;
      moved.current = false;
      const { currentTarget, pointerId, clientX, clientY } = event;
      grip.current = { index, handle, pointer: pointerId, plate, from: { x: clientX, y: clientY } };
      currentTarget.setPointerCapture(pointerId);
    },
    moves: { onPointerMove: move, onPointerUp: end, onPointerCancel: end },
    hasMoved: () => moved.current,
  });
}
