import { type RefObject, useEffect } from "react";

/** Elements that have their own use for Space and Enter. */
const OWN_KEYS = "input, textarea, select, button, a[href], summary, [role=slider], [role=dialog]";

/**
 * Space and Enter press the bet button from anywhere on the page, except where the key already
 * means something. A key that is held down counts once.
 */
export function useBetKeys(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== " " && event.key !== "Enter") return;
      if (event.defaultPrevented) return;
      if (event.repeat) {
        // The browser would submit the form again and again while Enter is held in one of its fields.
        if (isWithin(event.target, button.current?.form)) event.preventDefault();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && isTaken(event.target, event.key)) return;
      if (document.querySelector("[role=dialog][data-state=open]") !== null) return;
      event.preventDefault();
      button.current?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [button]);
}

function isWithin(target: EventTarget | null, form: HTMLFormElement | null | undefined): boolean {
  return target instanceof Node && form?.contains(target) === true;
}

/** The slider has no use for either key, so betting works while the target is being set. */
function isTaken(target: Element, key: string): boolean {
  if (target.matches("[role=slider]")) return false;
  if (target.matches("input[type=radio]")) return key === " ";
  return target.closest(OWN_KEYS) !== null;
}
