import { useLayoutEffect, useState } from "react";

/** Layers that take the focus and the keys for themselves when they open. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Covers the whole document, open dialogs and messages too, while the component is mounted: it can
 * be neither read nor reached, and keeps its state. `place` is the only element that stays in sight;
 * `layer` counts up when another layer has opened in the covered part and taken the focus.
 */
export function useCover(): { place: HTMLElement; layer: number } {
  const [place] = useState(() => document.createElement("div"));
  const [layer, setLayer] = useState(0);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const restores = new Map<HTMLElement, () => void>();
    const cover = (node: Node) => {
      if (!(node instanceof HTMLElement) || node === place || restores.has(node)) return;
      restores.set(node, hide(node));
    };
    for (const node of document.body.children) cover(node);
    document.body.append(place);
    const watcher = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      for (const node of added) cover(node);
      if (added.some(isLayer)) setLayer((count) => count + 1);
      // A dialog that opens hides everything else from screen readers.
      place.removeAttribute("aria-hidden");
    });
    watcher.observe(document.body, { childList: true });
    watcher.observe(place, { attributeFilter: ["aria-hidden"] });
    return () => {
      watcher.disconnect();
      place.remove();
      for (const restore of restores.values()) restore();
      // The person goes on where they were.
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
  }, [place]);
  return { place, layer };
}

function isLayer(node: Node): boolean {
  if (!(node instanceof HTMLElement)) return false;
  return node.matches(LAYERS) || node.querySelector(LAYERS) !== null;
}

/** Hides an element where it is. Returns the way back. */
function hide(element: HTMLElement): () => void {
  const wasInert = element.hasAttribute("inert");
  const visibility = element.style.getPropertyValue("visibility");
  const priority = element.style.getPropertyPriority("visibility");
  element.setAttribute("inert", "");
  element.style.setProperty("visibility", "hidden", "important");
  return () => {
    if (!wasInert) element.removeAttribute("inert");
    element.style.setProperty("visibility", visibility, priority);
  };
}
