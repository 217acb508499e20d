import { cx } from "@/ui/cx";
import { HANDLES, type Handle } from "./geometry";
import type { Drag } from "./use-drag";

/** A side that is shorter on the screen has no handle of its own between its corners. */
const SIDE_LEAST = 56;

const places: Readonly<Record<Handle, string>> = {
  n: "top-0 left-1/2 cursor-ns-resize",
  s: "top-full left-1/2 cursor-ns-resize",
  w: "top-1/2 left-0 cursor-ew-resize",
  e: "top-1/2 left-full cursor-ew-resize",
  nw: "top-0 left-0 cursor-nwse-resize",
  ne: "top-0 left-full cursor-nesw-resize",
  sw: "top-full left-0 cursor-nesw-resize",
  se: "top-full left-full cursor-nwse-resize",
};

type HandlesProps = { width: number; height: number; drag: Drag };

/** What the chosen plate is sized by. Keys size it, too, so these are for pointers only. */
export function Handles({ width, height, drag }: HandlesProps) {
  const shown = HANDLES.filter((handle) => {
    if (handle === "n" || handle === "s") return width >= SIDE_LEAST;
    return handle === "w" || handle === "e" ? height >= SIDE_LEAST : true;
  });
  return (
    <>
      {shown.map((handle) => (
        <span
          key={handle}
          data-handle={handle}
          aria-hidden="true"
          onPointerDown={(event) => {
            event.preventDefault();
            drag.start(event, handle);
          }}
          {...drag.moves}
          className={cx(
            "absolute flex size-5 -translate-x-1/2 -translate-y-1/2 touch-none items-center justify-center pointer-coarse:size-8",
            places[handle],
          )}
        >
          <span className="size-2.5 rounded-xs border border-ink-950 bg-gold-400" />
        </span>
      ))}
    </>
  );
}
