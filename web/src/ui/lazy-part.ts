import { type ComponentType, lazy } from "react";

/** The pauses after failed tries: a browser reports a network before the network carries anything. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * A part of a page with code of its own. A browser that goes offline while the code is on the way fetches it again
 * when it is back: the rest of the page stays. After any other failure, and when no try succeeds, the page says that
 * it is broken and offers to load it again.
 */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    try {
      return await load();
    } catch (thrown) {
      if (navigator.onLine) throw thrown;
    }
    for (const pause of PAUSES_MS) {
      await online();
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return load();
  });
}

async function online(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
}
