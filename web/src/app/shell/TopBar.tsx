import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useMember } from "@/features/session/store";
import { SiteSign } from "@/features/site/SiteSign";
import { buttonClass } from "@/ui/button-class";
import { lazyPart } from "@/ui/lazy-part";
import { Skeleton } from "@/ui/Skeleton";
import * as texts from "./texts/en";

const MemberArea = lazyPart(() => import("./MemberArea"));

/** The bar at the top: the way home, and who is logged in. */
export function TopBar() {
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b border-line bg-ink-950/82 px-4 backdrop-blur-lg sm:px-6">
      <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md pr-2">
        <SiteSign />
      </Link>
      <div className="ml-auto flex shrink-0 items-center gap-3">
        <Corner />
      </div>
    </header>
  );
}

function Corner() {
  const isMember = useMember() !== null;
  if (!isMember)
    return (
      <Link to="/login" className={buttonClass("quiet", "sm")}>
        {texts.login}
      </Link>
    );
  return (
    <Suspense fallback={<Skeleton className="h-12 w-36 rounded-full sm:w-56" />}>
      <MemberArea />
    </Suspense>
  );
}
