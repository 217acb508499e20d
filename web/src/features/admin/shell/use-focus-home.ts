import { type RefObject, useEffect, useRef } from "react";

/**
 * What has the focus may vanish or turn itself off: a row that was decided on, a button that is done.
 * The browser then drops the focus to the top of the page; the content that it was in takes it, or the
 * words among the buttons of a bar that says `data-keeps-focus` (they need `tabIndex={-1}`).
 */
export function useFocusHome(): RefObject<HTMLElement | null> {
  const home = useRef<HTMLElement>(null);
  useEffect(() => {
    const main = home.current;
    if (main === null) return;
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const rescue = () => {
      if (last === null || (last.isConnected && !last.matches(":disabled"))) return;
      const focused = document.activeElement;
      if (focused !== document.body && focused !== last) return;
      const words = last.closest("[data-keeps-focus]")?.querySelector("[tabindex='-1']");
      const place = words instanceof HTMLElement ? words : main;
      place.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(rescue);
    main.addEventListener("focusin", remember);
    watcher.observe(main, { subtree: true, childList: true, attributeFilter: ["disabled"] });
    return () => {
      main.removeEventListener("focusin", remember);
      watcher.disconnect();
    };
  }, []);
  return home;
}
