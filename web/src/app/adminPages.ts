import type { ComponentType } from "react";

export type AdminPageName =
  | "AdminFrame"
  | "DashboardPage"
  | "ApprovalsPage"
  | "GameMaintenancePage"
  | "AccountsPage"
  | "AuditPage"
  | "GiveawaysPage"
  | "ChallengesPage"
  | "PointsShopPage"
  | "EconomyPage"
  | "HuntsPage"
  | "HuntEditPage"
  | "ChatPage"
  | "HealthPage"
  | "UnknownPage";

/**
 * Where the panel's pages come from. A module of its own, so that the first page of the site does not
 * carry the names of their files: they change with every release and do not compress.
 */
export const adminPages: Readonly<Record<AdminPageName, () => Promise<ComponentType>>> = {
  AdminFrame: async () => (await import("@/features/admin/shell/AdminFrame")).AdminFrame,
  DashboardPage: async () =>
    (await import("@/features/admin/dashboard/DashboardPage")).DashboardPage,
  ApprovalsPage: async () =>
    (await import("@/features/admin/approvals/ApprovalsPage")).ApprovalsPage,
  GameMaintenancePage: async () =>
    (await import("@/features/admin/maintenance/GameMaintenancePage")).GameMaintenancePage,
  AccountsPage: async () => (await import("@/features/admin/accounts/AccountsPage")).AccountsPage,
  AuditPage: async () => (await import("@/features/admin/audit/AuditPage")).AuditPage,
  GiveawaysPage: async () =>
    (await import("@/features/admin/giveaways/GiveawaysPage")).GiveawaysPage,
  ChallengesPage: async () =>
    (await import("@/features/admin/challenges/ChallengesPage")).ChallengesPage,
  PointsShopPage: async () => (await import("@/features/admin/shop/PointsShopPage")).PointsShopPage,
  EconomyPage: async () => (await import("@/features/admin/economy/EconomyPage")).EconomyPage,
  HuntsPage: async () => (await import("@/features/admin/hunts/HuntsPage")).HuntsPage,
  HuntEditPage: async () => (await import("@/features/admin/hunts/HuntEditPage")).HuntEditPage,
  ChatPage: async () => (await import("@/features/admin/chat/ChatPage")).ChatPage,
  HealthPage: async () => (await import("@/features/admin/health/HealthPage")).HealthPage,
  UnknownPage: async () => (await import("@/features/admin/shell/UnknownPage")).AdminUnknownPage,
};
