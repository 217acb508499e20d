import { type ComponentType, lazy } from "react";

/**
 * A part of a page with code of its own. A browser that goes offline while the code is on the way fetches it again
 * when it is back: the rest of the page stays. After any other failure the page says that it is broken.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    try {
      return await load();
    } catch (thrown) {
      if (navigator.onLine) throw thrown;
      await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
      return load();
    }
  });
}
