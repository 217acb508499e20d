import { type RefObject, useEffect, useRef } from "react";

/**
 * A row may leave its list, and what has the focus in it with the row: the list then takes it. The
 * list needs `tabIndex={-1}`; it hands nothing on that was lost elsewhere on the page.
 */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // Neither a dialog about a row nor the page's content as a whole is another place of the page.
      if (!(target instanceof Element) || target.id === "main") return;
      if (target.closest("main") === null) return;
      last.current = list.current?.contains(target) === true ? target : null;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.id === "main";
    if (isLost && last.current?.isConnected === false) list.current?.focus({ preventScroll: true });
  });
  return list;
}
