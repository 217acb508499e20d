import {
  BadgeCheck,
  Crosshair,
  Gamepad2,
  HeartPulse,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Scale,
  ScrollText,
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
    | "/admin/economy"
    | "/admin/audit"
    | "/admin/chat"
    | "/admin/health";
  label: string;
  icon: LucideIcon;
};

/** Every page of the panel, by what they are about (docs/decisions.md, F5). */
export const sections: readonly (readonly Destination[])[] = [
  [
    { to: "/admin", label: texts.dashboard, icon: LayoutDashboard },
    { to: "/admin/accounts", label: texts.accounts, icon: Users },
    { to: "/admin/gaming-approvals", label: texts.gamingApprovals, icon: BadgeCheck },
  ],
  [
    { to: "/admin/challenges", label: texts.challenges, icon: Target },
    { to: "/admin/bonus-hunts", label: texts.bonusHunts, icon: Crosshair },
    { to: "/admin/giveaways", label: texts.giveaways, icon: Ticket },
    { to: "/admin/points-shop", label: texts.pointsShop, icon: ShoppingBag },
    { to: "/admin/game-maintenance", label: texts.gameMaintenance, icon: Gamepad2 },
  ],
  [
    { to: "/admin/economy", label: texts.economy, icon: Scale },
    { to: "/admin/audit", label: texts.audit, icon: ScrollText },
    { to: "/admin/chat", label: texts.chat, icon: MessagesSquare },
    { to: "/admin/health", label: texts.health, icon: HeartPulse },
  ],
];
