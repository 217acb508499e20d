import { Link, useLocation } from "@tanstack/react-router";
import {
  CalendarCheck,
  Dices,
  House,
  Menu as MenuIcon,
  ShoppingBag,
  Target,
  Ticket,
  Trophy,
} from "lucide-react";
import { leaderboardOf } from "@/features/site/casino";
import { useIsOn } from "@/features/site/modules";
import { useSite } from "@/features/site/queries";
import { cx } from "@/ui/cx";
import { shown } from "../navigation";
import * as texts from "./texts/en";

const tab =
  "flex min-h-14 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium transition-colors";
const rest = "text-muted";
const here = "text-text";

const TABS = 4;

/** By how much they are used. The last ones take the places of what is off. */
const tabs = [
  { to: "/", hash: "", label: texts.home, icon: House },
  { to: "/leaderboard", hash: "", label: texts.leaderboard, icon: Trophy },
  { to: "/leaderboard/points", hash: "", label: texts.leaderboard, icon: Trophy },
  { to: "/", hash: "house-games", label: texts.games, icon: Dices },
  { to: "/giveaways", hash: "", label: texts.giveaways, icon: Ticket },
  { to: "/challenges", hash: "", label: texts.challenges, icon: Target },
  { to: "/rewards/daily-calendar", hash: "", label: texts.calendar, icon: CalendarCheck },
  { to: "/points-shop", hash: "", label: texts.shop, icon: ShoppingBag },
] as const;

/** The first destinations within reach of a thumb, and the way to all others. */
export default function BottomBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const leaderboard = leaderboardOf(useSite());
  const isOn = useIsOn();
  // The tab of the games is lit in every one of them.
  const isInGame = useLocation({ select: ({ pathname }) => /^.(games|slots)./.test(pathname) });
  return (
    <div className="flex">
      <nav aria-label={texts.quick} className="flex flex-4">
        {shown(tabs, isOn)
          .slice(0, TABS)
          .map(({ to, hash, label, icon: Icon }) => (
            <Link
              key={label}
              to={to === "/leaderboard" ? leaderboard : to}
              hash={hash}
              activeOptions={{ exact: true, includeHash: true, includeSearch: false }}
              className={tab}
              activeProps={{ className: here }}
              inactiveProps={{ className: isInGame && hash !== "" ? here : rest }}
            >
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </Link>
          ))}
      </nav>
      <button type="button" onClick={onOpenMenu} aria-haspopup="dialog" className={cx(tab, rest)}>
        <MenuIcon aria-hidden="true" className="size-5" />
        {texts.menu}
      </button>
    </div>
  );
}
