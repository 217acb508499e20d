import {
  BadgeCheck,
  BookOpen,
  Crosshair,
  Gamepad2,
  HeartPulse,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  MonitorPlay,
  Radio,
  Scale,
  ScrollText,
  Settings,
  ShoppingBag,
  Target,
  Ticket,
  UserRoundCog,
  Users,
} from "lucide-react";
import { type Area, may, type PanelMe } from "../session/rights";
import * as texts from "./texts/en";

export type Destination = {
  to:
    | "/admin"
    | "/admin/stream"
    | "/admin/accounts"
    | "/admin/gaming-approvals"
    | "/admin/challenges"
    | "/admin/bonus-hunts"
    | "/admin/giveaways"
    | "/admin/points-shop"
    | "/admin/game-maintenance"
    | "/admin/overlay"
    | "/admin/economy"
    | "/admin/audit"
    | "/admin/chat"
    | "/admin/health"
    | "/admin/people"
    | "/admin/settings"
    | "/docs";
  /** People without this right get no link to the page. */
  area: Area;
  label: string;
  icon: LucideIcon;
};

/** Every page of the panel, by what they are about (docs/decisions.md, F5). */
export const sections: readonly (readonly Destination[])[] = [
  [
    { to: "/admin", area: "own", label: texts.pages.dashboard, icon: LayoutDashboard },
    { to: "/admin/stream", area: "own", label: texts.pages.stream, icon: Radio },
    { to: "/admin/accounts", area: "members", label: texts.pages.accounts, icon: Users },
    {
      to: "/admin/gaming-approvals",
      area: "approvals",
      label: texts.pages.approvals,
      icon: BadgeCheck,
    },
  ],
  [
    { to: "/admin/challenges", area: "challenges", label: texts.pages.challenges, icon: Target },
    { to: "/admin/bonus-hunts", area: "hunts", label: texts.pages.hunts, icon: Crosshair },
    { to: "/admin/giveaways", area: "giveaways", label: texts.pages.giveaways, icon: Ticket },
    { to: "/admin/points-shop", area: "shop", label: texts.pages.shop, icon: ShoppingBag },
    { to: "/admin/game-maintenance", area: "games", label: texts.pages.games, icon: Gamepad2 },
    { to: "/admin/overlay", area: "own", label: texts.pages.overlay, icon: MonitorPlay },
  ],
  [
    { to: "/admin/economy", area: "records", label: texts.pages.economy, icon: Scale },
    { to: "/admin/audit", area: "records", label: texts.pages.audit, icon: ScrollText },
    { to: "/admin/chat", area: "services", label: texts.pages.chat, icon: MessagesSquare },
    { to: "/admin/health", area: "records", label: texts.pages.health, icon: HeartPulse },
    { to: "/admin/people", area: "people", label: texts.pages.people, icon: UserRoundCog },
    { to: "/admin/settings", area: "settings", label: texts.pages.settings, icon: Settings },
    { to: "/docs", area: "own", label: texts.pages.docs, icon: BookOpen },
  ],
];

/** What a person may see. Moderators come for the stream: its page is their first. */
export function sectionsOf(me: PanelMe): readonly (readonly Destination[])[] {
  const isFirst = ({ to }: Destination) => me.role === "moderator" && to === "/admin/stream";
  return sections
    .map((section) => section.filter(({ area }) => may(me, area)))
    .map((section) =>
      section.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))),
    )
    .filter((section) => section.length > 0);
}
