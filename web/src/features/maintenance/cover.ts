/**
 * Takes the page behind an element of the body out of reach: for the focus, for keys and for what
 * opens later. A modal dialog alone leaves the page's listeners of keys working.
 * Returns the function that gives the page back.
 */
export function coverPage(cover: HTMLElement): () => void {
  const covered = new Set<Element>();
  const coverAll = () => {
    for (const element of document.body.children) {
      if (element === cover || element.hasAttribute("inert")) continue;
      element.setAttribute("inert", "");
      covered.add(element);
    }
  };
  coverAll();
  const observer = new MutationObserver(coverAll);
  observer.observe(document.body, { childList: true });
  document.documentElement.style.overflow = "hidden";
  window.addEventListener("keydown", keepKey, true);
  return () => {
    observer.disconnect();
    for (const element of covered) element.removeAttribute("inert");
    document.documentElement.style.overflow = "";
    window.removeEventListener("keydown", keepKey, true);
  };
}

/** The browser does what a key means in a field or on a button; the page does not hear of it. */
function keepKey(event: KeyboardEvent): void {
  if (event.key === "Escape") event.preventDefault();
  event.stopImmediatePropagation();
}
