import { Link } from "@tanstack/react-router";
import { Dices, House, Menu as MenuIcon, Ticket, Trophy } from "lucide-react";
import { cx } from "@/ui/cx";

const tab =
  "flex min-h-14 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium transition-colors";
const rest = "text-muted";
const here = "text-text";

const tabs = [
  { to: "/", label: "Home", icon: House },
  { to: "/leaderboard", label: "Leaderboard", icon: Trophy },
  { to: "/games/dice", label: "Dice", icon: Dices },
  { to: "/giveaways", label: "Giveaways", icon: Ticket },
] as const;

/** The first destinations within reach of a thumb, and the way to all others. */
export function BottomBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-ink-900/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-lg md:hidden">
      <nav aria-label="Quick" className="flex flex-4">
        {tabs.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true }}
            className={tab}
            activeProps={{ className: here }}
            inactiveProps={{ className: rest }}
          >
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </Link>
        ))}
      </nav>
      <button type="button" onClick={onOpenMenu} aria-haspopup="dialog" className={cx(tab, rest)}>
        <MenuIcon aria-hidden="true" className="size-5" />
        Menu
      </button>
    </div>
  );
}
