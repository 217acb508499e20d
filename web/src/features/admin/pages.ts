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
  | "OverlayPage"
  | "PicturesPage"
  | "HuntsPage"
  | "HuntEditPage"
  | "ChatPage"
  | "HealthPage"
  | "SettingsPage"
  | "SettingsSectionPage"
  | "SetupPage"
  | "UnknownPage";

/**
 * Where the panel's pages are loaded from. A module of its own, so that the first page of the site does not
 * carry the names of their files: they change with every release and do not compress.
 */
export const pages: Readonly<Record<AdminPageName, () => Promise<ComponentType>>> = {
  AdminFrame: async () => (await import("./shell/AdminFrame")).AdminFrame,
  DashboardPage: async () => (await import("./dashboard/DashboardPage")).DashboardPage,
  ApprovalsPage: async () => (await import("./approvals/ApprovalsPage")).ApprovalsPage,
  GameMaintenancePage: async () =>
    (await import("./maintenance/GameMaintenancePage")).GameMaintenancePage,
  AccountsPage: async () => (await import("./accounts/AccountsPage")).AccountsPage,
  AuditPage: async () => (await import("./audit/AuditPage")).AuditPage,
  GiveawaysPage: async () => (await import("./giveaways/GiveawaysPage")).GiveawaysPage,
  ChallengesPage: async () => (await import("./challenges/ChallengesPage")).ChallengesPage,
  PointsShopPage: async () => (await import("./shop/PointsShopPage")).PointsShopPage,
  OverlayPage: async () => (await import("./overlay/OverlayPage")).OverlayPage,
  EconomyPage: async () => (await import("./economy/EconomyPage")).EconomyPage,
  HuntsPage: async () => (await import("./hunts/HuntsPage")).HuntsPage,
  HuntEditPage: async () => (await import("./hunts/HuntEditPage")).HuntEditPage,
  ChatPage: async () => (await import("./chat/ChatPage")).ChatPage,
  HealthPage: async () => (await import("./health/HealthPage")).HealthPage,
  SettingsPage: async () => (await import("./settings/SettingsPage")).SettingsPage,
  PicturesPage: async () => (await import("./pictures/PicturesPage")).PicturesPage,
  SettingsSectionPage: async () => (await import("./settings/SectionPage")).SettingsSectionPage,
  SetupPage: async () => (await import("./settings/setup/SetupPage")).SetupPage,
  UnknownPage: async () => (await import("./shell/UnknownPage")).AdminUnknownPage,
};
