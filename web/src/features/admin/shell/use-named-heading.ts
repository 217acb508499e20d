import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";

/** Scrolls to the heading that the address names, and lets the keyboard go on from there. */
export function useNamedHeading(place: RefObject<HTMLElement | null>): void {
  // Also where a link leads to the heading that is in the address already.
  const location = useLocation();
  useEffect(() => {
    if (location.hash === "") return;
    const heading = place.current?.querySelector<HTMLElement>(`#${CSS.escape(location.hash)}`);
    if (!heading) return;
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  }, [location, place]);
}
