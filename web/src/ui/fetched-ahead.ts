/**
 * Properties of an element that opens something whose code is loaded later. The code is fetched when a pointer,
 * a finger or the focus comes to the element, so that the press itself seldom waits for it.
 */
export function fetchedAhead(load: () => Promise<unknown>) {
  const fetchAhead = () => void load().catch(() => undefined);
  return { onPointerEnter: fetchAhead, onFocus: fetchAhead };
}
