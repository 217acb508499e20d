import {
  BadgeDollarSign,
  CalendarCheck,
  Crosshair,
  Crown,
  Dices,
  Gift,
  House,
  type LucideIcon,
  Medal,
  Share2,
  ShoppingBag,
  Target,
  Ticket,
  Trophy,
} from "lucide-react";
import { games } from "@/features/games/registry";

/** Pages a menu can lead to. Each has a route; the route table is checked against this list. */
type Destination = {
  to:
    | "/"
    | "/leaderboard"
    | "/leaderboard/points"
    | "/challenges"
    | "/giveaways"
    | "/points-shop"
    | "/rewards/wager"
    | "/rewards/daily-calendar"
    | "/bonus-hunts"
    | "/socials"
    | "/points"
    | "/fairness"
    | (typeof games)[number]["path"];
  label: string;
  icon: LucideIcon;
  /** Takes a whole line in a list of two columns. */
  isWide?: boolean;
};

type Group = {
  label: "Leaderboard" | "Rewards" | "House Games";
  icon: LucideIcon;
  /** Carries the gold badge with the current prize pool (docs/decisions.md, B4). */
  hasBadge: boolean;
  /** Short names, two in a line of the sidebar. */
  hasColumns?: boolean;
  items: readonly Destination[];
};

export const homeLink: Destination = { to: "/", label: "Home", icon: House };

export const groups: readonly Group[] = [
  {
    label: "Leaderboard",
    icon: Trophy,
    hasBadge: true,
    items: [
      { to: "/leaderboard", label: "Monthly wager", icon: Crown },
      { to: "/leaderboard/points", label: "Points", icon: Medal },
    ],
  },
  {
    label: "Rewards",
    icon: Gift,
    hasBadge: false,
    items: [
      { to: "/challenges", label: "Challenges", icon: Target },
      { to: "/giveaways", label: "Giveaways", icon: Ticket },
      { to: "/points-shop", label: "Points Shop", icon: ShoppingBag },
      { to: "/rewards/daily-calendar", label: "Daily Calendar", icon: CalendarCheck },
      { to: "/points", label: "How to get points", icon: Gift },
      { to: "/rewards/wager", label: "Wager Rewards", icon: BadgeDollarSign },
    ],
  },
  {
    label: "House Games",
    icon: Dices,
    hasBadge: false,
    hasColumns: true,
    items: games.map((game) => ({
      to: game.path,
      label: game.name,
      icon: game.icon,
      isWide: "isWide" in game,
    })),
  },
];

export const moreLinks: readonly Destination[] = [
  { to: "/bonus-hunts", label: "Bonus Hunts", icon: Crosshair },
  { to: "/socials", label: "Socials", icon: Share2 },
];

/** The footer's quick links. */
export const quickLinks: readonly Pick<Destination, "to" | "label">[] = [
  { to: "/", label: "Home" },
  { to: "/leaderboard", label: "Leaderboard" },
  { to: "/challenges", label: "Challenges" },
  { to: "/giveaways", label: "Giveaways" },
  { to: "/points-shop", label: "Points Shop" },
  { to: "/bonus-hunts", label: "Bonus Hunts" },
  { to: "/fairness", label: "Fairness and odds" },
];
