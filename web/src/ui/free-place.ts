/** A place at the lower right of the window: the distances of its edges, in pixels. */
export type Place = { right: number; bottom: number };

type Size = { width: number; height: number };
type Box = { left: number; top: number; right: number; bottom: number };

/** Everything that can be pressed, dragged or typed into. */
const CONTROLS =
  "a[href], button, input, select, textarea, summary, [role=slider], [role=switch], [role=tab], [tabindex='0']";
/** Distance to controls and to the edges of the window. */
const GAP = 8;
const EDGE = 16;
/** How far places that are tried are apart. */
const STEP = 8;

/**
 * A place for something of this size that lies over the page and over no control. `held` stays as long
 * as it is free; otherwise the lowest free place is taken, and of those the one furthest to the right.
 * Null where every place has a control.
 */
export function freePlace(
  size: Size,
  held: Place,
  screen: Size,
  controls: readonly Box[],
): Place | null {
  const isFree = (place: Place) => {
    const right = screen.width - place.right + GAP;
    const bottom = screen.height - place.bottom + GAP;
    const left = right - size.width - 2 * GAP;
    const top = bottom - size.height - 2 * GAP;
    return !controls.some(
      (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
    );
  };
  if (isFree(held)) return held;
  const mostRight = Math.max(EDGE, screen.width - size.width - EDGE);
  const mostBottom = screen.height - size.height - EDGE;
  for (let bottom = EDGE; bottom <= mostBottom; bottom += STEP) {
    for (let right = EDGE; right <= mostRight; right += 4 * STEP) {
      if (isFree({ right, bottom })) return { right, bottom };
    }
  }
  return null;
}

/** Where the controls are that can be used now; behind an open dialog there are none. */
export function controlsOnScreen(except: Element | null): readonly Box[] {
  return (
    [...document.querySelectorAll(CONTROLS)]
      .filter(
        (control) =>
          except?.contains(control) !== true && !control.closest("[aria-hidden=true], [inert]"),
      )
      // The thumb of a slider is a point on its track.
      .map((control) =>
        (control.role === "slider"
          ? (control.parentElement ?? control)
          : control
        ).getBoundingClientRect(),
      )
      .filter(
        ({ width, height, top, bottom }) =>
          // What only screen readers get is one pixel large.
          width > 2 && height > 2 && bottom > 0 && top < window.innerHeight,
      )
  );
}

/** Attributes that may move a control, show it or hide it. */
const ATTRIBUTES = ["class", "hidden", "inert", "aria-hidden", "open"];
const EVENTS = ["resize", "scroll", "focusin", "transitionend", "animationend"];

const isElement = (node: Node) => node instanceof Element;

/** A text that changes moves nothing; where it does, the size of the body changes. */
const mayMove = ({ type, addedNodes, removedNodes }: MutationRecord) =>
  type === "attributes" || [...addedNodes, ...removedNodes].some(isElement);

/**
 * Calls `measure` in the frame after the place of a control may have changed, once per frame.
 * Returns a function that ends this.
 */
export function onControlsMoved(measure: () => void): () => void {
  let frame: number | undefined;
  const request = () => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      measure();
    });
  };
  const mutations = new MutationObserver((records) => {
    if (records.some(mayMove)) request();
  });
  mutations.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ATTRIBUTES,
  });
  const sizes = new ResizeObserver(request);
  sizes.observe(document.body);
  const ended = new AbortController();
  // Scrolling and focus are seen on their way down: a scroll event does not bubble.
  const options = { capture: true, passive: true, signal: ended.signal };
  for (const event of EVENTS) window.addEventListener(event, request, options);
  return () => {
    ended.abort();
    mutations.disconnect();
    sizes.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}
