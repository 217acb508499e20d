import { type RefObject, useEffect, useState } from "react";
import { useSlotTable } from "./table";
import type { Reels } from "./view/open-reels";
import type { StageSize } from "./view/painter";

/** The engine is by far the largest of the files; the drawings share the rest of the bar. */
const ENGINE_SHARE = 0.4;
/** How often the reels are opened again after the graphics card took them away. */
const REOPENINGS = 3;

export type ReelsState =
  | { status: "loading"; part: number }
  | { status: "ready" }
  | { status: "failed" };

type Places = {
  stage: RefObject<HTMLElement | null>;
  /** Where the canvas goes: it covers the stage. */
  host: RefObject<HTMLElement | null>;
  /** The opening of the frame. */
  opening: RefObject<HTMLElement | null>;
};

/** Loads the reels after the page has painted, and keeps them drawn. */
export function useReels({ stage, host, opening }: Places): ReelsState {
  const [state, setState] = useState<ReelsState>({ status: "loading", part: 0 });
  const [opened, setOpened] = useState(0);

  useEffect(() => {
    let isOver = false;
    let close: () => void = () => undefined;
    const fail = () => {
      if (!isOver) setState({ status: "failed" });
      // What still comes of this attempt does not matter any more.
      isOver = true;
    };
    const lost = () => {
      if (opened < REOPENINGS) setOpened(opened + 1);
      else fail();
    };
    const open = async () => {
      const { openReels } = await loadCode();
      const load = (part: number) => {
        if (!isOver)
          setState({ status: "loading", part: ENGINE_SHARE + part * (1 - ENGINE_SHARE) });
      };
      if (isOver) return;
      load(0);
      const reels = await openReels({
        scene: useSlotTable.getState,
        onProgress: load,
        onLost: lost,
      });
      if (isOver) return reels.close();
      close = showReels(reels, { stage, host, opening });
      setState({ status: "ready" });
    };
    // The page paints first; in a tab that is not looked at no picture would ever come.
    const timer = setTimeout(() => void open().catch(fail), 60);
    return () => {
      isOver = true;
      clearTimeout(timer);
      close();
    };
  }, [stage, host, opening, opened]);

  return state;
}

/** The reels, and with them what is only needed once they stand. */
async function loadCode(): Promise<typeof import("./view/open-reels")> {
  const [view] = await Promise.all([
    import("./view/open-reels"),
    import("./WinWindow"),
    import("./BetList"),
  ]);
  return view;
}

/** Puts the reels on the stage and follows its size and the table. Returns the way out. */
function showReels(reels: Reels, places: Places): () => void {
  const { canvas } = reels;
  canvas.setAttribute("aria-hidden", "true");
  canvas.style.display = "block";
  places.host.current?.append(canvas);
  const measure = () => {
    const size = sizeOf(places);
    if (size !== null) reels.resize(size);
  };
  measure();
  const sizes = new ResizeObserver(measure);
  for (const { current } of [places.stage, places.opening]) if (current) sizes.observe(current);
  const unfollow = useSlotTable.subscribe((now, before) => {
    const isSame = now.spin === before.spin && now.standing === before.standing;
    if (!isSame || now.celebration !== before.celebration) reels.refresh();
  });
  document.addEventListener("visibilitychange", reels.refresh);
  return () => {
    sizes.disconnect();
    unfollow();
    document.removeEventListener("visibilitychange", reels.refresh);
    reels.close();
  };
}

function sizeOf({ stage, opening }: Places): StageSize | null {
  const outer = stage.current?.getBoundingClientRect();
  const inner = opening.current?.getBoundingClientRect();
  if (outer === undefined || inner === undefined || outer.width === 0) return null;
  const { width, height } = outer;
  const [x, y] = [inner.left - outer.left, inner.top - outer.top];
  return { width, height, reels: { x, y, width: inner.width, height: inner.height } };
}
