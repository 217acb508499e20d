import {
  CalendarCheck,
  CircleDollarSign,
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
import * as texts from "./texts/navigation.en";

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
  /** It is about the casino: a site without one has no such page. */
  isOfCasino?: boolean;
  /** The game of the page. */
  game?: string;
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

export const homeLink: Destination = { to: "/", label: texts.home, icon: House };

export const groups: readonly Group[] = [
  {
    label: texts.leaderboard,
    icon: Trophy,
    hasBadge: true,
    items: [
      { to: "/leaderboard", label: texts.monthlyWager, icon: Crown, isOfCasino: true },
      { to: "/leaderboard/points", label: texts.points, icon: Medal },
    ],
  },
  {
    label: texts.rewards,
    icon: Gift,
    hasBadge: false,
    items: [
      { to: "/challenges", label: texts.challenges, icon: Target },
      { to: "/giveaways", label: texts.giveaways, icon: Ticket },
      { to: "/points-shop", label: texts.pointsShop, icon: ShoppingBag },
      { to: "/rewards/daily-calendar", label: texts.dailyCalendar, icon: CalendarCheck },
      { to: "/points", label: texts.howGetPoints, icon: Gift },
      {
        to: "/rewards/wager",
        label: texts.wagerRewards,
        icon: CircleDollarSign,
        isOfCasino: true,
      },
    ],
  },
  {
    label: texts.houseGames,
    icon: Dices,
    hasBadge: false,
    hasColumns: true,
    items: games.map((game) => ({
      to: game.path,
      label: game.name,
      icon: game.icon,
      game: game.id,
      isWide: "isWide" in game,
    })),
  },
];

export const moreLinks: readonly Destination[] = [
  { to: "/bonus-hunts", label: texts.bonusHunts, icon: Crosshair },
  { to: "/socials", label: texts.socials, icon: Share2 },
];

/** The footer's quick links. */
export const quickLinks: readonly Pick<Destination, "to" | "label">[] = [
  { to: "/", label: texts.home },
  { to: "/leaderboard", label: texts.leaderboard },
  { to: "/leaderboard/points", label: texts.leaderboard },
  { to: "/challenges", label: texts.challenges },
  { to: "/giveaways", label: texts.giveaways },
  { to: "/points-shop", label: texts.pointsShop },
  { to: "/bonus-hunts", label: texts.bonusHunts },
  { to: "/fairness", label: texts.fairnessOdds },
];

/** The links to pages that are on. Of two with the same name the first one counts. */
export function shown<Link extends { to: string; hash?: string; label: string }>(
  links: readonly Link[],
  isOn: (path: string) => boolean,
): readonly Link[] {
  const there = links.filter(({ to, hash = "" }) => isOn(hash === "" ? to : `${to}#${hash}`));
  return there.filter(
    ({ label }, place) => there.findIndex((other) => other.label === label) === place,
  );
}

/** The links with those of games in the site's order. */
export function inOrder<Link extends { game?: string }>(
  links: readonly Link[],
  offered: readonly string[] | undefined,
): readonly Link[] {
  const place = ({ game = "" }: Link) => offered?.indexOf(game) ?? 0;
  return links.toSorted((one, other) => place(one) - place(other));
}

/** The links for two columns: what stands alone before a wide one takes the whole line, too. */
export function inColumns<Link extends { isWide?: boolean }>(
  links: readonly Link[],
): readonly Link[] {
  let isAlone = false;
  return links.map((link, place) => {
    if (link.isWide === true) {
      isAlone = false;
      return link;
    }
    isAlone = !isAlone;
    return isAlone && links[place + 1]?.isWide === true
      ? Object.assign({}, link, { isWide: true })
      : link;
  });
}
