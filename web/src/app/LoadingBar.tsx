import { useRouterState } from "@tanstack/react-router";
import * as texts from "./texts/en";

/** Shown while the next page is on its way, above the page that stays until then. */
export function LoadingBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  if (!isLoading) return null;
  return (
    <div
      role="progressbar"
      aria-label={texts.loadingPage}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden animate-late"
    >
      <div className="h-full w-1/3 rounded-full bg-gold-400 animate-pass" />
    </div>
  );
}
