import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleUserRound } from "lucide-react";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { meQuery } from "../session/rights";
import { roleNames } from "./role-names";
import { sidebarRow, sidebarRowAtRest } from "./sidebar-row";
import * as texts from "./texts/en";

/** The logged-in person, with a link to their own account. */
export function PersonLink() {
  const { data, isError } = useQuery(meQuery);
  if (data === undefined && !isError) return <Skeleton className="h-7.75 rounded-md" />;
  return (
    <Link
      to="/admin/me"
      className={sidebarRow}
      activeProps={{ className: "bg-ink-800 text-text shadow-card" }}
      inactiveProps={{ className: sidebarRowAtRest }}
    >
      <CircleUserRound aria-hidden="true" className="size-4.5 shrink-0 text-faint" />
      <span className={cx("min-w-0 truncate", data !== undefined && "text-text")}>
        {data?.name ?? texts.yourAccount}
      </span>{" "}
      {data !== undefined && (
        <span className="ml-auto shrink-0 text-xs text-muted">{roleNames[data.role]}</span>
      )}
    </Link>
  );
}
