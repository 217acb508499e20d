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
  tab?: string;
  section?: string;
};

/** One of the panel's pages, fetched when it is opened. */
function fetched(name: AdminPageName) {
  return lazyPage(async () => {
    const { pages } = await import("./pages");
    return { Page: await pages[name]() };
  }, "Page");
}

/** The panel's frame: without the site's bars. */
export const adminFrame = definePage({
  path: "/admin",
  title: texts.admin,
  validateSearch: (search): PanelSearch => {
    const page = Number(search.page);
    return {
      ...textParameters(search, "q", "sort", "status", "tab", "section"),
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
  return definePage({ path, title: `${title} · Admin`, access: "admin", Page: fetched(name) });
}

/** Pages without parameters in their path: the types of links treat all paths of the list alike. */
export const adminPages = [
  adminPage("/gaming-approvals", texts.gamingApprovals, "ApprovalsPage"),
  adminPage("/game-maintenance", texts.gameMaintenance, "GameMaintenancePage"),
  adminPage("/accounts", "Accounts", "AccountsPage"),
  adminPage("/audit", "Audit", "AuditPage"),
  adminPage("/challenges", "Challenges", "ChallengesPage"),
  adminPage("/bonus-hunts", texts.bonusHunts, "HuntsPage"),
  adminPage("/giveaways", "Giveaways", "GiveawaysPage"),
  adminPage("/points-shop", texts.pointsShop, "PointsShopPage"),
  adminPage("/economy", "Economy", "EconomyPage"),
  adminPage("/chat", "Chat", "ChatPage"),
  adminPage("/health", "Health", "HealthPage"),
] as const;

export const adminHuntPage = adminPage(
  "/bonus-hunts/$id/edit",
  texts.editBonusHunt,
  "HuntEditPage",
);

/** Any other address below /admin. */
export const adminUnknownPage = adminPage("/$", texts.pageNotFound, "UnknownPage");
