import { Link, useLocation } from "@tanstack/react-router";
import { ClosedHouse } from "@/ui/art/ClosedHouse";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";

/** What will stand at each address that is not part of this release yet. */
const pages: Readonly<Record<string, { name: string; about: string }>> = {
  "/bonus-hunts": { name: "Bonus hunts", about: "Bonus hunts of the stream will stand here." },
};

/** A page that has a place in the menus but is not part of this release yet. It says so. */
export function NotOpenPage() {
  const path = useLocation({ select: (location) => location.pathname });
  const page = pages[path.length > 1 ? path.replace(/\/+$/, "") : path];
  const name = page?.name ?? "This page";
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        level={1}
        art={<ClosedHouse />}
        title={`${name} ${plural.has(name) ? "are" : "is"} not open yet`}
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
        {page !== undefined && <p>{page.about}</p>}
      </EmptyState>
    </div>
  );
}

const plural: ReadonlySet<string> = new Set(["Bonus hunts"]);
