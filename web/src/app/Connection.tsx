import type { AnyRoute, AnyRouter } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { hasUnsavedChanges } from "@/features/admin/session/unsaved";
import { isDocumentOutdated } from "@/features/site/outdated";
import { Button } from "@/ui/Button";
import { alignHistory } from "@/ui/back-closes";
import { Spinner } from "@/ui/Spinner";
import { noteOutage } from "@/wire/outage";
import { onOnline, useLiveState } from "@/wire/socket";
import { loadAfresh } from "./load-afresh";
import * as texts from "./texts/en";

/** How long a lost live connection is not mentioned; most are back before. */
const GRACE_MS = 3_000;
/** A page that has not loaded after this long opens with its loading state. */
const SLOW_MS = 150;

/** Shows the state of the connection beside the site. Returns how to end that. */
export function startConnection(router: AnyRouter): () => void {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(<Connection router={router} />);
  // Here, because every page loads this file, and loads it late.
  alignHistory();
  const stop = router.subscribe("onResolved", alignHistory);
  return () => {
    stop();
    root.unmount();
    place.remove();
  };
}

/**
 * Says on every page that the browser is offline, and keeps the page open when the code of the next
 * one cannot be fetched. That one opens when the connection is back.
 */
export function Connection({ router }: { router: AnyRouter }) {
  const isOffline = useIsOffline();
  const isLate = useIsLate(useLiveState() === "offline");
  const [wanted, setWanted] = useWantedPage(router);
  const isOut = isOffline || isLate || wanted !== null;
  useEffect(() => (isOut ? noteOutage() : undefined), [isOut]);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-18 z-60 flex flex-col items-center"
    >
      {wanted !== null ? (
        <div className="pointer-events-auto flex items-center gap-4 rounded-md border border-line-strong bg-ink-800 py-2 pr-2 pl-4 text-sm shadow-raised animate-rise">
          <WifiOff aria-hidden="true" className="size-5 shrink-0 text-loss" />
          <p>{texts.pageOpensSoonYoure(isOffline ? texts.youreOffline : texts.siteCantReached)}</p>
          <Button size="sm" onClick={() => setWanted(null)}>
            {texts.stayHere}
          </Button>
        </div>
      ) : (
        (isOffline || isLate) && (
          <p className="-mt-5 flex items-center gap-2 rounded-full border border-line-strong bg-ink-800 px-3 py-1.5 text-xs font-medium text-muted shadow-raised animate-fade">
            {isOffline ? (
              <WifiOff aria-hidden="true" className="size-3.5" />
            ) : (
              <Spinner className="size-3.5" />
            )}
            {isOffline ? texts.youreOfflineText : texts.reconnecting}
          </p>
        )
      )}
    </div>
  );
}

function useIsOffline(): boolean {
  return !useSyncExternalStore(followOnline, () => navigator.onLine);
}

function followOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** True once `isTrue` has been for a while. */
function useIsLate(isTrue: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setLate(true), GRACE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isTrue]);
  return isTrue && late;
}

/** The address that was asked for and could not be opened, until it can be. */
function useWantedPage(router: AnyRouter) {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(
    () =>
      router.history.block({
        enableBeforeUnload: false,
        blockerFn: async ({ currentLocation, nextLocation: { pathname, href } }: Move) => {
          setWanted(null);
          // The next page is shown with the names that the site has now.
          const isNewPage = pathname !== currentLocation.pathname;
          if (isNewPage && isDocumentOutdated() && !hasUnsavedChanges() && (await loadAfresh(href)))
            return true;
          if (await canOpen(router, pathname)) return false;
          // A server that answers has other files after an update.
          if (!(await loadAfresh(href))) setWanted(href);
          return true;
        },
      }),
    [router],
  );
  useEffect(() => {
    if (wanted === null) return;
    // The page's code is loaded, or found missing, on the way.
    const open = () => router.history.push(wanted);
    window.addEventListener("online", open);
    const stop = onOnline(open);
    return () => {
      window.removeEventListener("online", open);
      stop();
    };
  }, [wanted, router]);
  return [wanted, setWanted] as const;
}

type Target = { pathname: string; href: string };
type Move = { currentLocation: Target; nextLocation: Target };

/** Fetches the code of a page. False when that fails at once, as it does without a connection. */
async function canOpen(router: AnyRouter, pathname: string): Promise<boolean> {
  const [routes] = router.getMatchedRoutes(pathname);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise((resolve) => {
    timer = setTimeout(resolve, SLOW_MS);
  });
  try {
    const loaded = Promise.all(routes.map(fetchCode));
    // Without a connection it fails, however long a busy computer takes for it.
    await (navigator.onLine ? Promise.race([loaded, slow]) : loaded);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function fetchCode(route: AnyRoute): Promise<void> {
  await route.options.component?.preload?.();
}
