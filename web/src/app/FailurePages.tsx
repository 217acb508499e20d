import { Link, useRouter } from "@tanstack/react-router";
import { BrokenSignal, LostPoint } from "@/ui/art/Scenes";
import { buttonClass } from "@/ui/Button";
import { EmptyState, ErrorState } from "@/ui/PageState";

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <title>Page not found</title>
      <EmptyState
        level={1}
        art={<LostPoint />}
        title="There is no page here"
        actions={
          <Link to="/" className={buttonClass("quiet")}>
            Back to home
          </Link>
        }
      >
        <p>The address may be misspelled, or the page has moved. Error 404.</p>
      </EmptyState>
    </div>
  );
}

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
