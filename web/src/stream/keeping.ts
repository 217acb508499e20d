import { reloadWhenQuiet } from "./reload";

/** Lets the worker keep the pages of the overlay. Where it cannot be had, they only need the server to be opened. */
export function registerWorker(): void {
  if (import.meta.env.PROD && "serviceWorker" in navigator)
    navigator.serviceWorker
      .register("/stream-worker.js", { scope: "/stream" })
      .catch(() => undefined);
}

const reload = () => reloadWhenQuiet(() => true);

/**
 * Whether an older worker answered with this page for the address of a source. The page is loaded again as soon as
 * the new worker has taken over.
 */
export function isWrongPage(): boolean {
  if (!window.location.pathname.startsWith("/stream/s/")) return false;
  navigator.serviceWorker?.addEventListener("controllerchange", reload, { once: true });
  return true;
}
