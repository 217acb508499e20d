import { Link, useLocation } from "@tanstack/react-router";
import { ChevronDown, ExternalLink, Radio } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { hasCasino } from "@/features/site/casino";
import { useIsOn } from "@/features/site/modules";
import { useSite } from "@/features/site/queries";
import { Badge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import { rewriteDollars } from "@/ui/format/dollars";
import { groups, homeLink, inColumns, inOrder, moreLinks, shown } from "../navigation";
import * as texts from "./texts/en";

type NavigationListProps = {
  /** The sidebar shows every group open; the menu of a phone only the one in use. */
  place: "sidebar" | "mobile";
};

const look =
  "flex w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium transition-colors";
const row = cx(look, "touch-target");
/** All destinations are in sight on a screen of 800 px, with a mouse. */
const lowRow = cx(look, "min-h-8.5 pointer-coarse:min-h-11");
const rest = "text-muted hover:bg-ink-850 hover:text-text";
const here = "bg-ink-800 text-text shadow-card";

/** All destinations, as the sidebar and the slide-out menu show them. */
export default function NavigationList({ place }: NavigationListProps) {
  const site = useSite();
  const isOn = useIsOn();
  const more = shown(moreLinks, isOn);
  const hasLive = site !== undefined && site.watchLiveUrl !== "";
  const parts = groups
    .map((group) =>
      Object.assign({}, group, {
        items: inColumns(
          inOrder(shown(group.items, isOn), site?.games).filter(
            (item) => item.isOfCasino !== true || hasCasino(site),
          ),
        ),
      }),
    )
    .filter(({ items }) => items.length > 0);
  return (
    <nav aria-label={texts.main} className={cx("flex flex-col", place === "mobile" && "gap-1")}>
      <NavigationLink destination={homeLink} place={place} />
      {parts.map((group) => (
        <NavigationGroup key={group.label} group={group} place={place} />
      ))}
      {(more.length > 0 || hasLive) && (
        <div className="mt-2 flex flex-col border-t border-line pt-2">
          {more.map((destination) => (
            <NavigationLink key={destination.to} destination={destination} place={place} />
          ))}
          {hasLive && (
            <a
              href={site.watchLiveUrl}
              target="_blank"
              rel="noopener"
              className={cx(rowOf(place), rest)}
            >
              <Radio aria-hidden="true" className="size-4.5 text-loss" />
              {texts.watchLive}
              <ExternalLink aria-hidden="true" className="ml-auto size-3.5 text-faint" />
              <span className="sr-only">{texts.opensNewTabText}</span>
            </a>
          )}
        </div>
      )}
    </nav>
  );
}

type Place = NavigationListProps["place"];

const rowOf = (place: Place) => (place === "sidebar" ? lowRow : row);

function NavigationGroup({ group, place }: { group: (typeof groups)[number]; place: Place }) {
  const id = useId();
  const path = useLocation({ select: (location) => location.pathname });
  const site = useSite();
  const isOn = useIsOn();
  const badge = hasCasino(site) ? rewriteDollars(site?.leaderboardBadge ?? "") : "";
  const [open, setOpen] = useState(
    () => place === "sidebar" || group.items.some((item) => item.to === path),
  );
  return (
    <div className={place === "sidebar" ? "mt-1.5" : undefined}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={cx(
          place === "sidebar"
            ? "eyebrow flex min-h-8 w-full items-center gap-2 rounded-md px-3 text-left hover:text-text pointer-coarse:min-h-11"
            : cx(row, rest),
        )}
      >
        {place === "mobile" && <group.icon aria-hidden="true" className="size-4.5 text-faint" />}
        {group.label}
        {group.hasBadge && isOn("/leaderboard") && badge !== undefined && badge !== "" && (
          <Badge tone="gold">
            <span className="tracking-normal normal-case">{badge}</span>
          </Badge>
        )}
        <ChevronDown
          aria-hidden="true"
          className={cx("ml-auto size-4 transition-transform", !open && "-rotate-90")}
        />
      </button>
      <ul
        id={id}
        hidden={!open}
        className={cx(
          place === "sidebar" && group.hasColumns === true
            ? open && "grid grid-cols-[8fr_7fr] [&_a]:gap-2 [&_a]:px-2"
            : open && "flex flex-col",
          place === "mobile" && "my-1 ml-5 gap-1 border-l border-line pl-2",
        )}
      >
        {group.items.map((item) => (
          <li key={item.to} className={cx(item.isWide === true && "col-span-2")}>
            <NavigationLink destination={item} place={place} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavigationLink({ destination, place }: { destination: typeof homeLink; place: Place }) {
  const Icon = destination.icon;
  const link = useRef<HTMLAnchorElement>(null);
  const isHere = useLocation({ select: ({ pathname }) => pathname === destination.to });
  // The sidebar may be higher than the screen; where one is must be in sight.
  useEffect(() => {
    const sidebar = link.current?.closest("aside");
    if (!isHere || !link.current || !sidebar) return;
    const hidden =
      link.current.getBoundingClientRect().bottom - sidebar.getBoundingClientRect().bottom;
    if (hidden > 0) sidebar.scrollTop += hidden + 16;
  }, [isHere]);
  return (
    <Link
      ref={link}
      to={destination.to}
      activeOptions={{ exact: true, includeSearch: false }}
      className={rowOf(place)}
      activeProps={{ className: here }}
      inactiveProps={{ className: rest }}
    >
      {({ isActive }) => (
        <>
          <Icon
            aria-hidden="true"
            className={cx("size-4.5 shrink-0", isActive ? "text-text" : "text-faint")}
          />
          {destination.label}
        </>
      )}
    </Link>
  );
}
