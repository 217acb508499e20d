import { Link } from "@tanstack/react-router";
import { LostPoint } from "@/ui/art/LostPoint";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";

/** An address below /admin at which there is nothing. */
export function AdminUnknownPage() {
  return (
    <div className="flex min-h-[70dvh] items-center justify-center">
      <EmptyState
        level={1}
        art={<LostPoint />}
        title="No such page"
        actions={
          <Link to="/admin" className={buttonClass("quiet")}>
            Back to the dashboard
          </Link>
        }
      >
        <p>The panel has nothing at this address.</p>
      </EmptyState>
    </div>
  );
}
