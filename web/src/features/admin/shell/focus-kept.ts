import { type RefObject, useLayoutEffect, useRef } from "react";

/** A button that turns itself off would drop the focus to the top of the page: this place takes it. */
export function useFocusKept<Place extends HTMLElement>(): {
  /** Around the buttons. */
  around: RefObject<HTMLDivElement | null>;
  /** Takes the focus. Needs `tabIndex={-1}`. */
  place: RefObject<Place | null>;
} {
  const around = useRef<HTMLDivElement>(null);
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (focused?.matches(":disabled") === true && around.current?.contains(focused) === true)
      place.current?.focus({ preventScroll: true });
  });
  return { around, place };
}
