import {
  BadgeCheck,
  Crosshair,
  Gamepad2,
  HeartPulse,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  MonitorPlay,
  Scale,
  ScrollText,
  Settings,
  ShoppingBag,
  Target,
  Ticket,
  Users,
} from "lucide-react";
import * as texts from "./texts/en";

type Destination = {
  to:
    | "/admin"
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
    | "/admin/settings";
  label: string;
  icon: LucideIcon;
};

/** Every page of the panel, by what they are about (docs/decisions.md, F5). */
export const sections: readonly (readonly Destination[])[] = [
  [
    { to: "/admin", label: texts.pages.dashboard, icon: LayoutDashboard },
    { to: "/admin/accounts", label: texts.pages.accounts, icon: Users },
    { to: "/admin/gaming-approvals", label: texts.pages.approvals, icon: BadgeCheck },
  ],
  [
    { to: "/admin/challenges", label: texts.pages.challenges, icon: Target },
    { to: "/admin/bonus-hunts", label: texts.pages.hunts, icon: Crosshair },
    { to: "/admin/giveaways", label: texts.pages.giveaways, icon: Ticket },
    { to: "/admin/points-shop", label: texts.pages.shop, icon: ShoppingBag },
    { to: "/admin/game-maintenance", label: texts.pages.games, icon: Gamepad2 },
    { to: "/admin/overlay", label: texts.pages.overlay, icon: MonitorPlay },
  ],
  [
    { to: "/admin/economy", label: texts.pages.economy, icon: Scale },
    { to: "/admin/audit", label: texts.pages.audit, icon: ScrollText },
    { to: "/admin/chat", label: texts.pages.chat, icon: MessagesSquare },
    { to: "/admin/health", label: texts.pages.health, icon: HeartPulse },
    { to: "/admin/settings", label: texts.pages.settings, icon: Settings },
  ],
];
