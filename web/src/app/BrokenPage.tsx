import { useRouter } from "@tanstack/react-router";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { ErrorState } from "@/ui/PageState";

/** A page that broke, or whose code could not be loaded after an update of the site. */
export function BrokenPage() {
  const router = useRouter();
  return (
    <ErrorState
      className="flex min-h-[60dvh] items-center justify-center"
      art={<BrokenSignal />}
      title="This page could not be shown"
      message="The connection may have dropped, or the site was just updated. Nothing was lost."
      onRetry={() => {
        // A chunk that failed to load stays failed for this document, so the page starts afresh.
        window.location.assign(router.state.location.href);
      }}
    />
  );
}
