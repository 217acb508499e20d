import { Link } from "@tanstack/react-router";
import { LostPoint } from "@/ui/art/LostPoint";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
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
