import { Link } from "@tanstack/react-router";
import { ClosedHouse } from "@/ui/art/Scenes";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";

/** A page that has a place in the menus but is not part of this release yet. It says so. */
export function NotOpenPage({ name, about }: { name: string; about: string }) {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        level={1}
        art={<ClosedHouse />}
        title={`${name} is not open yet`}
        actions={
          <>
            <Link to="/" className={buttonClass("quiet")}>
              Back to home
            </Link>
            <Link to="/games/dice" className={buttonClass("quiet")}>
              Play dice
            </Link>
          </>
        }
      >
        <p>{about}</p>
      </EmptyState>
    </div>
  );
}
