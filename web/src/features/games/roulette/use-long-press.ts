import { type MouseEvent, type PointerEvent, useRef } from "react";

/** A finger that rests this long means the other thing. */
const LONG_PRESS_MS = 480;
/** A finger that moved further than this scrolls. Pixels. */
const SLIP_PX = 10;

type Press = {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onContextMenu: (event: MouseEvent) => void;
  onClick: () => void;
};

/** A press, and what a long press of a finger or a right click does in its place. */
export function useLongPress(onLong: () => void, onPress: () => void): Press {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLong = useRef(false);

  const release = () => {
    if (held.current !== null) clearTimeout(held.current.timer);
    held.current = null;
  };

  return {
    onPointerDown: (event) => {
      wasLong.current = false;
      if (event.pointerType === "mouse") return;
      release();
      const timer = setTimeout(() => {
        wasLong.current = true;
        onLong();
      }, LONG_PRESS_MS);
      held.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event) => {
      const start = held.current;
      if (start === null) return;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP_PX) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    // Touch screens ask for the menu after a long press too; that one has been answered.
    onContextMenu: (event) => {
      event.preventDefault();
      if (!wasLong.current && held.current === null) onLong();
    },
    onClick: () => {
      if (!wasLong.current) onPress();
      wasLong.current = false;
    },
  };
}
