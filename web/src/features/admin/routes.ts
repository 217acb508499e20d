import { definePage, textParameters } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import type { AdminPageName } from "./pages";
import * as texts from "./texts/routes.en";

/** The parameters of the panel's addresses; the page that is opened validates them. */
type PanelSearch = {
  q?: string;
  page?: number;
  sort?: string;
  status?: string;
  after?: string;
  tab?: string;
  section?: string;
  /** What came of a visit to Kick. */
  kick?: string;
};

/** One of the panel's pages, fetched when it is opened. */
function fetched(name: AdminPageName) {
  return lazyPage(async () => {
    const { loadPage } = await import("./pages");
    return { PanelPage: await loadPage(name) };
  }, "PanelPage");
}

/** The panel's frame: without the site's bars. */
export const adminFrame = definePage({
  path: "/admin",
  title: texts.admin,
  validateSearch: (search): PanelSearch => {
    const page = Number(search.page);
    return {
      ...textParameters(search, "q", "sort", "status", "after", "tab", "section", "kick"),
      // The first page is not in the address.
      ...(Number.isSafeInteger(page) && page > 1 && { page }),
    };
  },
  Page: fetched("AdminFrame"),
});

/** The password gate; after the login, the overview. */
export const adminOverview = definePage({
  path: "/",
  title: texts.admin,
  Page: fetched("DashboardPage"),
});

/** A page for admins only. */
function adminPage<const Path extends string>(path: Path, title: string, name: AdminPageName) {
  return definePage({ path, title: texts.pageTitle(title), access: "admin", Page: fetched(name) });
}

/** Pages without parameters in their path: the types of links treat all paths of the list alike. */
export const adminPages = [
  // The frame shows the gate at this address: a phone has no other way into the panel.
  definePage({
    path: "/stream",
    title: texts.pageTitle(texts.stream),
    Page: fetched("StreamPage"),
  }),
  adminPage("/gaming-approvals", texts.gamingApprovals, "ApprovalsPage"),
  adminPage("/game-maintenance", texts.gameMaintenance, "GameMaintenancePage"),
  adminPage("/accounts", texts.accounts, "AccountsPage"),
  adminPage("/audit", texts.audit, "AuditPage"),
  adminPage("/challenges", texts.challenges, "ChallengesPage"),
  adminPage("/bonus-hunts", texts.bonusHunts, "HuntsPage"),
  adminPage("/giveaways", texts.giveaways, "GiveawaysPage"),
  adminPage("/points-shop", texts.pointsShop, "PointsShopPage"),
  adminPage("/overlay", texts.overlay, "OverlayPage"),
  adminPage("/economy", texts.economy, "EconomyPage"),
  adminPage("/chat", texts.chat, "ChatPage"),
  adminPage("/health", texts.health, "HealthPage"),
  adminPage("/people", texts.people, "PeoplePage"),
  adminPage("/me", texts.yourAccount, "MePage"),
  adminPage("/settings", texts.settings, "SettingsPage"),
  adminPage("/settings/pictures", texts.pictures, "PicturesPage"),
] as const;

export const adminHuntPage = adminPage(
  "/bonus-hunts/$id/edit",
  texts.editBonusHunt,
  "HuntEditPage",
);

export const adminSettingsPage = adminPage(
  "/settings/$section",
  texts.settings,
  "SettingsSectionPage",
);

/** Any other address below /admin. */
export const adminUnknownPage = adminPage("/$", texts.pageNotFound, "UnknownPage");

/** The documents stand in the panel's frame, and phones may read them, too. */
export const docsFrame = definePage({
  path: "/docs",
  title: texts.docs,
  Page: fetched("AdminFrame"),
});

export const docsOverview = definePage({
  path: "/",
  title: texts.pageTitle(texts.docs),
  Page: fetched("DocsPage"),
});

export const docsPage = definePage({
  path: "/$document",
  title: texts.pageTitle(texts.docs),
  Page: fetched("DocsPage"),
});

/** The first page of a new site: beside the panel, which it opens. */
export const setupPage = definePage({
  path: "/setup",
  title: texts.setup,
  Page: fetched("SetupPage"),
});

/** Where an invited person sets a password: beside the panel, which it opens. */
export const joinPage = definePage({
  path: "/admin/join",
  title: texts.join,
  Page: fetched("JoinPage"),
});
