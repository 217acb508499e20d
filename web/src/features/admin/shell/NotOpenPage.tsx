import { Link, useLocation } from "@tanstack/react-router";
import { ClosedHouse } from "@/ui/art/ClosedHouse";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";
import { sections } from "./navigation";

/** A page that has a place in the sidebar but is not part of this release yet. */
export function AdminNotOpenPage() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, "") });
  const name = sections.flat().find(({ to }) => to === path)?.label ?? "This page";
  return (
    <div className="flex min-h-[70dvh] items-center justify-center">
      <EmptyState
        level={1}
        art={<ClosedHouse />}
        title={`${name}: not open yet`}
        actions={
          <Link to="/admin" className={buttonClass("quiet")}>
            Back to the dashboard
          </Link>
        }
      >
        <p>This page of the panel is not part of this release.</p>
      </EmptyState>
    </div>
  );
}
