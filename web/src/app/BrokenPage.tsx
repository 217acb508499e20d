import { useRouter } from "@tanstack/react-router";
import { HouseMark } from "@/ui/art/HouseMark";
import { buttonClass } from "@/ui/button-class";

/**
 * A page that broke, or whose code could not be loaded after an update of the site. It stands in
 * the first files and needs no others: they may be the very ones that cannot be had.
 */
export function BrokenPage() {
  const router = useRouter();
  return (
    <div
      role="alert"
      className="flex min-h-[60dvh] flex-col items-center justify-center px-6 text-center animate-rise"
    >
      <HouseMark className="size-16 opacity-45 grayscale" />
      <h1 className="mt-6 text-xl">
        {router.state.location.pathname.startsWith("/slots/")
          ? "Failed to load game. Please refresh."
          : "This page could not be shown"}
      </h1>
      <p className="mt-2 max-w-[26rem] text-muted">
        The connection may have dropped, or the site was just updated. Nothing was lost.
      </p>
      <button
        type="button"
        // A chunk that failed to load stays failed for this document, so the page starts afresh.
        onClick={() => window.location.assign(router.state.location.href)}
        className={`${buttonClass("quiet")} mt-6`}
      >
        Retry
      </button>
    </div>
  );
}
