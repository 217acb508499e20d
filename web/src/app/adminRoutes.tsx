import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/ui/lazy-page";
import type { AdminPageName } from "./adminPages";
import { guards } from "./guards";
import { root } from "./root";

/** What may stand in an address of the panel; the page it leads to makes sense of it. */
type PanelSearch = {
  q?: string;
  page?: number;
  sort?: string;
  status?: string;
  tab?: string;
  section?: string;
};

/** One of the panel's pages, fetched when somebody opens it. */
function fetched(name: AdminPageName) {
  return lazyPage(async () => {
    const { adminPages } = await import("./adminPages");
    return { Page: await adminPages[name]() };
  }, "Page");
}

/** The panel's frame: without the site's bars. */
const frame = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  validateSearch: ({
    q,
    page,
    sort,
    status,
    tab,
    section,
  }: Record<string, unknown>): PanelSearch => ({
    ...(typeof q === "string" && { q }),
    // The first page is not in the address.
    ...(Number.isSafeInteger(Number(page)) && Number(page) > 1 && { page: Number(page) }),
    ...(typeof sort === "string" && { sort }),
    ...(typeof status === "string" && { status }),
    ...(typeof tab === "string" && { tab }),
    ...(typeof section === "string" && { section }),
  }),
  component: fetched("AdminFrame"),
});

/** The password gate, and behind it the overview. */
const overview = createRoute({
  getParentRoute: () => frame,
  path: "/",
  staticData: { title: "Admin" },
  component: fetched("DashboardPage"),
});

/** A page behind the gate. */
function behindGate<const Path extends string>(path: Path, title: string, page: AdminPageName) {
  return createRoute({
    getParentRoute: () => frame,
    path,
    staticData: { title: `${title} · Admin` },
    beforeLoad: guards.admin,
    component: fetched(page),
  });
}

export const adminRoutes = frame.addChildren([
  overview,
  behindGate("/gaming-approvals", "Gaming Approvals", "ApprovalsPage"),
  behindGate("/game-maintenance", "Game Maintenance", "GameMaintenancePage"),
  behindGate("/accounts", "Accounts", "AccountsPage"),
  behindGate("/audit", "Audit", "AuditPage"),
  behindGate("/challenges", "Challenges", "ChallengesPage"),
  behindGate("/bonus-hunts", "Bonus Hunts", "HuntsPage"),
  behindGate("/bonus-hunts/$id/edit", "Edit bonus hunt", "HuntEditPage"),
  behindGate("/giveaways", "Giveaways", "GiveawaysPage"),
  behindGate("/points-shop", "Points Shop", "PointsShopPage"),
  behindGate("/economy", "Economy", "EconomyPage"),
  behindGate("/chat", "Chat", "ChatPage"),
  behindGate("/health", "Health", "HealthPage"),
  // Any other address below /admin.
  behindGate("/$", "Page not found", "UnknownPage"),
]);
