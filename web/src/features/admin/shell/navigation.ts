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
    { to: "/admin", label: "Dashboard", icon: LayoutDashboard },
    { to: "/admin/accounts", label: "Accounts", icon: Users },
    { to: "/admin/gaming-approvals", label: "Gaming Approvals", icon: BadgeCheck },
  ],
  [
    { to: "/admin/challenges", label: "Challenges", icon: Target },
    { to: "/admin/bonus-hunts", label: "Bonus Hunts", icon: Crosshair },
    { to: "/admin/giveaways", label: "Giveaways", icon: Ticket },
    { to: "/admin/points-shop", label: "Points Shop", icon: ShoppingBag },
    { to: "/admin/game-maintenance", label: "Game Maintenance", icon: Gamepad2 },
  ],
  [
    { to: "/admin/economy", label: "Economy", icon: Scale },
    { to: "/admin/audit", label: "Audit", icon: ScrollText },
    { to: "/admin/chat", label: "Chat", icon: MessagesSquare },
    { to: "/admin/health", label: "Health", icon: HeartPulse },
  ],
];
