import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight, TriangleAlert } from "lucide-react";
import { useSite } from "@/features/site/queries";
import { SiteMark } from "@/features/site/SiteMark";
import { cx } from "@/ui/cx";
import { Fits } from "@/ui/Fits";
import { may, meQuery } from "../session/rights";
import { useChatEnd } from "../status/chat-connection";
import { usePendingApprovals } from "../status/pending-approvals";
import { usePendingPurchases } from "../status/pending-purchases";
import { HidingSwitch } from "./HidingSwitch";
import { LogoutButton } from "./LogoutButton";
import { type Destination, sectionsOf } from "./navigation";
import { PendingCount } from "./PendingCount";
import { PersonLink } from "./PersonLink";
import { SiteSwitch } from "./SiteSwitch";
import { sidebarRow, sidebarRowAtRest } from "./sidebar-row";
import * as texts from "./texts/en";

/** The destinations that the role allows, the switch of the site, who is logged in and the way out. */
export function SidebarContent() {
  const name = useSite()?.name;
  const { data: me } = useQuery(meQuery);
  // Without the second factor that the panel requires, the server refuses all of them.
  const shown = me === undefined || me.needsSecondFactor ? [] : sectionsOf(me);
  return (
    <div className="flex min-h-full flex-col gap-2.5 px-3 py-3">
      <div className="flex items-center gap-3 px-3">
        <SiteMark className="size-9 shrink-0" />
        <p className="min-w-0 flex-1 max-lg:mr-10">
          <span className="line-clamp-2 font-display leading-tight font-bold [overflow-wrap:anywhere]">
            <Fits text={name ?? texts.product} />
          </span>
          <span className="eyebrow block">{texts.admin}</span>
        </p>
      </div>
      <HidingSwitch place="sidebar" />
      <nav aria-label={texts.admin} className="flex flex-col">
        {shown.map((section, index) => (
          <ul
            key={section[0]?.to}
            className={cx("flex flex-col gap-0.5", index > 0 && "mt-2 border-t border-line pt-2")}
          >
            {section.map((destination) => (
              <li key={destination.to}>
                <SidebarLink destination={destination} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-0.5 pt-2">
        {me?.needsSecondFactor === false && may(me, "site", "change") && (
          <div className="mb-2">
            <SiteSwitch />
          </div>
        )}
        <Link to="/" className={cx(sidebarRow, sidebarRowAtRest)}>
          <ArrowUpRight aria-hidden="true" className="size-4.5 text-faint" />
          {texts.backToSite}
        </Link>
        <PersonLink />
        <LogoutButton />
      </div>
    </div>
  );
}

function SidebarLink({ destination }: { destination: Destination }) {
  const Icon = destination.icon;
  return (
    <Link
      to={destination.to}
      activeOptions={{ exact: destination.to === "/admin", includeSearch: false }}
      className={sidebarRow}
      activeProps={{ className: "bg-ink-800 text-text shadow-card" }}
      inactiveProps={{ className: sidebarRowAtRest }}
    >
      {({ isActive }) => (
        <>
          <Icon
            aria-hidden="true"
            className={cx("size-4.5 shrink-0", isActive ? "text-text" : "text-faint")}
          />
          {destination.label}
          {destination.to === "/admin/gaming-approvals" && <PendingApprovals />}
          {destination.to === "/admin/points-shop" && <PendingPurchases />}
          {destination.to === "/admin/chat" && <ChatEnd />}
        </>
      )}
    </Link>
  );
}

/** How many names wait for a decision. */
function PendingApprovals() {
  return <PendingCount pending={usePendingApprovals().data} className="ml-auto" />;
}

/** How many purchases wait to be delivered. */
function PendingPurchases() {
  return <PendingCount pending={usePendingPurchases().data} className="ml-auto" />;
}

/** The chat has stopped. */
function ChatEnd() {
  if (useChatEnd() === null) return null;
  return (
    <span className="ml-auto inline-flex">
      <TriangleAlert aria-hidden="true" className="size-4.5 text-loss" />
      <span className="sr-only">{texts.needsAttention}</span>
    </span>
  );
}
