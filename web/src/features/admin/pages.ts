import type { ComponentType } from "react";
import type { Area } from "./session/rights";
import { inArea } from "./shell/AreaGate";

export type AdminPageName =
  | "AdminFrame"
  | "DashboardPage"
  | "StreamPage"
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
  | "MePage"
  | "PeoplePage"
  | "JoinPage"
  | "DocsPage"
  | "UnknownPage";

type PanelPage = {
  /** What a person has to be allowed to see; null for what stands outside the panel or around it. */
  area: Area | null;
  load: () => Promise<ComponentType>;
};

/**
 * Where the panel's pages are loaded from. A module of its own, so that the first page of the site does not
 * carry the names of their files: they change with every release and do not compress.
 */
export const pages: Readonly<Record<AdminPageName, PanelPage>> = {
  AdminFrame: { area: null, load: async () => (await import("./shell/AdminFrame")).AdminFrame },
  DashboardPage: {
    area: "own",
    load: async () => (await import("./dashboard/DashboardPage")).DashboardPage,
  },
  StreamPage: { area: "own", load: async () => (await import("./stream/StreamPage")).StreamPage },
  ApprovalsPage: {
    area: "approvals",
    load: async () => (await import("./approvals/ApprovalsPage")).ApprovalsPage,
  },
  GameMaintenancePage: {
    area: "games",
    load: async () => (await import("./maintenance/GameMaintenancePage")).GameMaintenancePage,
  },
  AccountsPage: {
    area: "members",
    load: async () => (await import("./accounts/AccountsPage")).AccountsPage,
  },
  AuditPage: { area: "records", load: async () => (await import("./audit/AuditPage")).AuditPage },
  GiveawaysPage: {
    area: "giveaways",
    load: async () => (await import("./giveaways/GiveawaysPage")).GiveawaysPage,
  },
  ChallengesPage: {
    area: "challenges",
    load: async () => (await import("./challenges/ChallengesPage")).ChallengesPage,
  },
  PointsShopPage: {
    area: "shop",
    load: async () => (await import("./shop/PointsShopPage")).PointsShopPage,
  },
  OverlayPage: {
    area: "own",
    load: async () => (await import("./overlay/OverlayPage")).OverlayPage,
  },
  EconomyPage: {
    area: "records",
    load: async () => (await import("./economy/EconomyPage")).EconomyPage,
  },
  HuntsPage: { area: "hunts", load: async () => (await import("./hunts/HuntsPage")).HuntsPage },
  HuntEditPage: {
    area: "hunts",
    load: async () => (await import("./hunts/HuntEditPage")).HuntEditPage,
  },
  ChatPage: { area: "services", load: async () => (await import("./chat/ChatPage")).ChatPage },
  HealthPage: {
    area: "records",
    load: async () => (await import("./health/HealthPage")).HealthPage,
  },
  SettingsPage: {
    area: "settings",
    load: async () => (await import("./settings/SettingsPage")).SettingsPage,
  },
  PicturesPage: {
    area: "settings",
    load: async () => (await import("./pictures/PicturesPage")).PicturesPage,
  },
  SettingsSectionPage: {
    area: "settings",
    load: async () => (await import("./settings/SectionPage")).SettingsSectionPage,
  },
  SetupPage: {
    area: null,
    load: async () => (await import("./settings/setup/SetupPage")).SetupPage,
  },
  DocsPage: { area: "own", load: async () => (await import("./docs/DocsPage")).DocsPage },
  UnknownPage: {
    area: "own",
    load: async () => (await import("./shell/UnknownPage")).AdminUnknownPage,
  },
  MePage: { area: "own", load: async () => (await import("./me/MePage")).MePage },
  PeoplePage: {
    area: "people",
    load: async () => (await import("./people/PeoplePage")).PeoplePage,
  },
  JoinPage: { area: null, load: async () => (await import("./join/JoinPage")).JoinPage },
};

/** One of them, which says that the role doesn't allow it to those who may not see it. */
export async function loadPage(name: AdminPageName): Promise<ComponentType> {
  const { area, load } = pages[name];
  const Page = await load();
  return area === null ? Page : inArea(area, Page);
}
