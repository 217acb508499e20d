import { type RefObject, useEffect, useRef } from "react";

/**
 * What has the focus may vanish or turn itself off: a row that was decided on, a button that is done.
 * The browser then drops the focus to the top of the page; the content that it was in takes it, or the
 * words among the buttons of a bar that says `data-keeps-focus` (they need `tabIndex={-1}`). A button that was
 * only busy has it back afterwards.
 */
export function useFocusHome(): RefObject<HTMLElement | null> {
  const home = useRef<HTMLElement>(null);
  useEffect(() => {
    const main = home.current;
    if (main === null) return;
    let last: Element | null = null;
    let busy: { button: HTMLElement; place: HTMLElement } | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      if (target !== busy?.place) busy = null;
    };
    const giveBack = () => {
      if (busy === null || document.activeElement !== busy.place) return;
      const { button } = busy;
      if (button.isConnected && !button.matches(":disabled")) button.focus({ preventScroll: true });
    };
    const rescue = () => {
      giveBack();
      if (last === null || (last.isConnected && !last.matches(":disabled"))) return;
      const focused = document.activeElement;
      if (focused !== document.body && focused !== last) return;
      const words = last.closest("[data-keeps-focus]")?.querySelector("[tabindex='-1']");
      const place = words instanceof HTMLElement ? words : main;
      busy =
        last instanceof HTMLElement && last.matches("[aria-busy=true]")
          ? { button: last, place }
          : null;
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
